/** JSON of a record as a bundle has it: the server adds `report_url` when it reads the record. */
export function toBuiltJson<Model extends { report_url?: string }>({ report_url: _, ...built }: Model): string {
  return JSON.stringify(built)
}
