import { SourceError } from '../source.ts'

/** Throws SourceError for the name of an archive's entry that leads out of its folder, or could not be printed. */
export function refuseName(file: string, name: string): void {
  const leaves = name.startsWith('/') || name.split('/').includes('..')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a control character in a name is what is looked for
  if (leaves || /[\\\u0000-\u001f\u007f-\u009f]/.test(name))
    throw new SourceError(`holds a file called ${JSON.stringify(name.slice(0, 100))}, expected a plain relative path`, {
      file,
    })
}
