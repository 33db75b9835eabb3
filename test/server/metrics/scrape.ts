export interface Scrape {
  text: string
  /** The names of all metrics. */
  names: ReadonlySet<string>
  routes: ReadonlySet<string>
  /** @param sample name and labels, as they stand. @returns undefined if there is none */
  value(sample: string): number | undefined
}

export async function readMetrics(admin: string): Promise<Scrape> {
  const reply = await fetch(`${admin}/metrics`)
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`/metrics: ${reply.status} ${text}`)
  const samples = new Map<string, number>()
  for (const line of text.split('\n')) {
    const at = line.lastIndexOf(' ')
    if (at > 0 && !line.startsWith('#')) samples.set(line.slice(0, at), Number(line.slice(at + 1)))
  }
  return {
    text,
    names: new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name ?? '')),
    routes: new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route ?? '')),
    value: (sample) => samples.get(sample),
  }
}
