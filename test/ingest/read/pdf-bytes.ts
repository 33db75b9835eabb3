// Makes PDFs of text, each piece at its place, so that they can be forged.

export interface PdfText {
  /** In points from the left and from the bottom. */
  x: number
  y: number
  text: string
  size?: number
}

/** Text in Helvetica, in windows-1252. */
export function makePdf(pages: readonly (readonly PdfText[])[]): Buffer {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '', FONT]
  const kids = pages.map((texts) => {
    const content = texts.map(toOperators).join('\n')
    objects.push(`<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`)
    const resources = '/Resources << /Font << /F1 3 0 R >> >>'
    objects.push(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${objects.length} 0 R ${resources} >>`)
    return `${objects.length} 0 R`
  })
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`
  return toFile(objects)
}

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'

function toOperators({ x, y, text, size = 12 }: PdfText): string {
  return `BT /F1 ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`
}

function toFile(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(
    `${file}${table}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  )
}
