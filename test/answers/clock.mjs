// Loaded first into a process of the recorder: its clock stands, and moves only when the test says so. So times, limits and ages in answers
// are compared too: they do not depend on how long the answers before took.

const RealDate = Date
let now = RealDate.parse(process.env.ANSWERS_CLOCK ?? '')

globalThis.Date = class extends RealDate {
  constructor(...words) {
    super(...(words.length === 0 ? [now] : words))
  }
  static now = () => now
}

process.on('message', (milliseconds) => {
  now += milliseconds
  process.send(now)
})
process.channel?.unref()
