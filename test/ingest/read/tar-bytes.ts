import { pack } from 'tar-stream'

/** A tar of plain files. */
export async function makeTar(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const archive = pack()
  for (const [name, content] of Object.entries(files)) archive.entry({ name }, content)
  archive.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of archive) if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
