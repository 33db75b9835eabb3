// Loaded first into a process of the recorder: its clock stands, and moves only when the test says so. Then no answer depends on how long
// the answers before it took, and times, limits and ages in answers are compared instead of left out.

const RealDate = Date
let now = RealDate.parse(process.env.ANSWERS_CLOCK ?? '')

globalThis.Date = class extends RealDate {
  constructor(...words) {
    super(...(words.length === 0 ? [now] : words))
  }

  static now() {
    return now
  }
}

process.on('message', (milliseconds) => {
  now += milliseconds
  process.send(now)
})
process.channel?.unref()
