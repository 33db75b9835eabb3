// In the browser: a voter marks choices and writes notes. They stay in the storage of this browser; nothing here sends anything.

import { fill } from '../web/states.js'
import { clearTicks } from './ticks.js'

/** Before the slug of an election. Its value has the marks and notes by contest. */
const KEY = 'hustings-choices/'

function element(name, { text = '', ...members } = {}, ...children) {
  const made = Object.assign(document.createElement(name), members)
  if (text !== '') made.textContent = text
  made.append(...children)
  return made
}

// The storage. Where the browser has none, the page keeps the marks until it is left.

const memory = new Map()
let isKept = true

function readElection(slug) {
  let text = memory.get(KEY + slug)
  try {
    if (isKept) text = localStorage.getItem(KEY + slug)
    const kept = JSON.parse(text ?? '{}')
    return kept !== null && typeof kept === 'object' ? kept : {}
  } catch (fault) {
    if (!(fault instanceof SyntaxError)) isKept = false
    return {}
  }
}

function writeElection(slug, kept) {
  const text = Object.keys(kept).length === 0 ? null : JSON.stringify(kept)
  if (text === null) memory.delete(KEY + slug)
  else memory.set(KEY + slug, text)
  try {
    if (text === null) localStorage.removeItem(KEY + slug)
    else localStorage.setItem(KEY + slug, text)
  } catch {
    isKept = false
  }
}

function clearAll() {
  memory.clear()
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(KEY)) localStorage.removeItem(key)
  } catch {
    isKept = false
  }
}

// One contest.

/** How its choices are marked: one, several up to `most`, or by rank up to `most`. */
function wayOf({ vote_method, votes_allowed, ranks_allowed, choices }, isOpen) {
  const standing = choices.filter(({ withdrawn }) => !withdrawn).length
  if (vote_method === 'ranked_choice') return { kind: 'rank', most: Math.min(ranks_allowed ?? standing, standing) }
  if (vote_method === 'approval' || isOpen) return { kind: 'some', most: Number.POSITIVE_INFINITY }
  if (vote_method === 'multi_seat' && votes_allowed > 1) return { kind: 'some', most: votes_allowed }
  return { kind: 'one', most: 1 }
}

/** A contest's card with controls. `page.changed` is called after each change. */
class MyContest {
  constructor(card, page) {
    const contest = JSON.parse(card.dataset.contest)
    Object.assign(this, { card, page, contest, id: card.id.replace('contest-', ''), election: card.dataset.election })
    this.title = card.querySelector('h1, h4').textContent
    this.way = wayOf(contest, card.dataset.open !== undefined)
    this.standing = new Map(contest.choices.filter(({ withdrawn }) => !withdrawn).map((one) => [one.id, one]))
    /** Rank by id of a marked choice; null where nothing is ranked. */
    this.marks = new Map()
    this.note = ''
    this.lost = []
    this.controls = new Map()
    this.addControls()
    this.addNote()
    this.load()
  }

  get isMarked() {
    return this.marks.size > 0 || (this.standing.size === 0 && this.note !== '')
  }

  /** In the order of the ballot, or of the ranks. */
  get marked() {
    const marked = this.contest.choices.filter(({ id }) => this.marks.has(id))
    return this.way.kind === 'rank' ? marked.sort((a, b) => this.marks.get(a.id) - this.marks.get(b.id)) : marked
  }

  load() {
    const { marks = [], note = '' } = readElection(this.election)[this.id] ?? {}
    const kept = Array.isArray(marks) ? marks.filter(Array.isArray) : []
    this.marks = new Map(kept.filter(([id]) => this.standing.has(id)).slice(0, this.way.most))
    this.lost = kept.map(([id]) => id).filter((id) => !this.standing.has(id))
    this.note = String(note)
    this.noteField.value = this.note
    this.noteField.hidden = this.note === ''
    if (this.isMarked || this.note !== '')
      for (let fold = this.card.closest('.few'); fold; fold = fold.parentElement.closest('.few')) fold.open = true
    this.show()
  }

  save(said = '') {
    const kept = readElection(this.election)
    if (this.marks.size === 0 && this.note === '') delete kept[this.id]
    else kept[this.id] = { marks: [...this.marks], note: this.note }
    writeElection(this.election, kept)
    this.lost = []
    this.show(said)
    this.page.changed(said)
  }

  addControls() {
    const list = this.card.querySelector('.choices')
    const words = this.page.words
    const legend = element('legend', { text: fill(words.myChoice, { contest: this.title }), className: 'unseen' })
    const group = element('fieldset', { className: `my-marks my-${this.way.kind}` }, legend)
    list.replaceWith(group)
    group.append(list)
    for (const line of list.querySelectorAll('[data-choice]')) {
      const choice = this.standing.get(Number(line.dataset.choice))
      if (choice) this.addControl(line, choice)
    }
    this.said = element('p', { className: 'my-said' })
    group.append(this.said)
  }

  addControl(line, choice) {
    const { words } = this.page
    const id = `my-${choice.id}`
    const box = line.querySelector('.box')
    const name = line.querySelector('b')
    const label = element('label', { htmlFor: id })
    const party = [...line.querySelectorAll('.choice-head > .told')]
    name.replaceWith(label)
    label.append(name, ...party.flatMap((one) => [' ', one]))
    const control = this.way.kind === 'rank' ? this.rankOf(choice) : this.boxOf(choice)
    Object.assign(control, { id, autocomplete: 'off' })
    control.classList.add('my-control')
    box.replaceWith(control)
    this.controls.set(choice.id, { control, line })
    if (this.way.kind !== 'one') return
    const unmark = element('button', { type: 'button', text: words.myUnmark, className: 'my-unmark', hidden: true })
    unmark.append(element('span', { text: `: ${choice.label}`, className: 'unseen' }))
    unmark.addEventListener('click', () => {
      this.marks.delete(choice.id)
      this.save()
      control.focus()
    })
    label.after(' ', unmark)
    this.controls.get(choice.id).unmark = unmark
  }

  boxOf(choice) {
    const { kind, most } = this.way
    const control = element('input', { type: kind === 'one' ? 'radio' : 'checkbox', name: `my-${this.id}` })
    control.addEventListener('change', () => {
      if (kind === 'one') this.marks.clear()
      if (!control.checked) this.marks.delete(choice.id)
      else if (this.marks.size < most) this.marks.set(choice.id, null)
      else {
        const said = fill(this.page.words.myLimit, { count: most })
        this.show(said)
        return this.page.say(said)
      }
      this.save()
    })
    return control
  }

  rankOf(choice) {
    const { words } = this.page
    const control = element('select', { ariaLabel: fill(words.myRank, { choice: choice.label }) })
    control.append(element('option', { value: '', text: '–', ariaLabel: words.myNoRank }))
    for (let rank = 1; rank <= this.way.most; rank++)
      control.append(element('option', { value: rank, text: `${rank}` }))
    control.addEventListener('change', () => {
      const was = this.marks.get(choice.id)
      if (control.value === '') {
        this.marks.delete(choice.id)
        return this.save(this.emptyRank())
      }
      const rank = Number(control.value)
      const other = this.contest.choices.find(({ id }) => id !== choice.id && this.marks.get(id) === rank)
      this.marks.set(choice.id, rank)
      if (!other) return this.save(this.emptyRank())
      if (was === undefined) this.marks.delete(other.id)
      else this.marks.set(other.id, was)
      const said = was === undefined ? words.myRankTaken : words.myRankSwapped
      this.save(fill(said, { choice: choice.label, rank, other: other.label, was }))
    })
    return control
  }

  emptyRank() {
    const ranks = [...this.marks.values()]
    for (let rank = 1; rank < Math.max(0, ...ranks); rank++)
      if (!ranks.includes(rank)) return fill(this.page.words.myRankEmpty, { rank })
    return ''
  }

  addNote() {
    const { words, noteMax } = this.page
    const contest = this.title
    this.noteField = element('textarea', {
      ...{ className: 'my-note', rows: 2, maxLength: noteMax, autocomplete: 'off', hidden: true },
      ariaLabel: fill(words.myNoteOn, { contest }),
    })
    this.noteField.addEventListener('input', () => {
      this.note = this.noteField.value.trim()
      this.save()
    })
    this.noteField.addEventListener('blur', () => {
      this.noteField.hidden = this.note === ''
      this.show()
    })
    this.noteButton = element('button', { type: 'button', text: words.myNote, className: 'my-add-note' })
    this.noteButton.append(element('span', { text: `: ${contest}`, className: 'unseen' }))
    this.noteButton.addEventListener('click', () => {
      this.noteField.hidden = false
      this.noteButton.hidden = true
      this.noteField.focus()
    })
    this.card.querySelector('.my-marks').append(this.noteButton, this.noteField)
  }

  show(said = '') {
    const { words } = this.page
    const isFull = this.way.kind === 'some' && this.marks.size >= this.way.most
    for (const [id, { control, line, unmark }] of this.controls) {
      const isOn = this.marks.has(id)
      if (this.way.kind === 'rank') control.value = this.marks.get(id) ?? ''
      else control.checked = isOn
      if (this.way.kind === 'some') control.ariaDisabled = isFull && !isOn ? 'true' : null
      line.classList.toggle('mine', isOn)
      if (unmark) unmark.hidden = !isOn
    }
    this.noteButton.hidden = !this.noteField.hidden
    const [lost] = this.lost
    const name = this.contest.choices.find(({ id }) => id === lost)?.label
    const told = lost === undefined ? said : name ? fill(words.myWithdrawn, { choice: name }) : words.myGone
    this.said.textContent = told
    this.card.classList.toggle('is-mine', this.isMarked)
  }
}

// The page: its panel, the progress in the bar, and the guide on paper.

class MyPage {
  constructor(panel) {
    this.panel = panel
    this.words = JSON.parse(panel.dataset.words)
    this.noteMax = Number(panel.dataset.noteMax)
    this.guide = document.querySelector('[data-my-guide]')
    this.contests = [...document.querySelectorAll('.contest[data-contest]')].map((card) => new MyContest(card, this))
    panel.hidden = this.contests.length === 0
    this.startClearing()
    panel.querySelector('[data-my-print-all]')?.addEventListener('click', () => {
      document.body.classList.remove('prints-mine')
      print()
      this.changed()
    })
    this.changed()
  }

  say(sentence) {
    this.panel.querySelector('[data-my-said]').textContent = sentence
  }

  changed(said = '') {
    const { words, panel, contests } = this
    // As the sections of the bar count: a contest that is marked on the official ballot only is one of them.
    const isNext = (card) => card.closest('.other') === null
    const marked = new Set(contests.filter(({ isMarked }) => isMarked).map(({ card }) => card))
    const isCounted = (card) => isNext(card) && (card.closest('.unplaced') === null || marked.has(card))
    const count = [...document.querySelectorAll('.contest')].filter(isCounted).length
    const values = { marked: [...marked].filter(isNext).length, count }
    const progress = fill(values.count === 1 ? words.myProgressOne : words.myProgress, values)
    for (const one of document.querySelectorAll('[data-my-progress]')) one.textContent = progress
    for (const bar of document.querySelectorAll('[data-my-bar]')) {
      bar.hidden = values.count === 0
      Object.assign(bar, { max: values.count, value: values.marked })
    }
    const isAny = contests.some(({ isMarked, note }) => isMarked || note !== '')
    panel.querySelector('[data-my-actions]').hidden = !isAny
    if (!isKept) panel.querySelector('[data-my-private]').textContent = words.myNotKept
    if (this.guide) this.writeGuide()
    document.body.classList.toggle('prints-mine', isAny && this.guide !== null)
    this.say(said)
  }

  load() {
    for (const contest of this.contests) contest.load()
    this.changed()
  }

  startClearing() {
    const ask = this.panel.querySelector('[data-my-ask]')
    this.panel.querySelector('[data-my-clear]').addEventListener('click', () => ask.showModal())
    ask.querySelector('[data-my-keep]').addEventListener('click', () => ask.close())
    ask.querySelector('[data-my-clear-now]').addEventListener('click', () => {
      ask.close()
      clearAll()
      clearTicks()
      this.load()
      this.say(this.words.myCleared)
      this.panel.setAttribute('tabindex', '-1')
      this.panel.focus()
    })
  }

  /** By election: the marked contests with their notes, those left open, and the sources. */
  writeGuide() {
    const byElection = new Map()
    for (const one of this.contests) {
      const part = one.card.closest('.election')
      byElection.set(part, [...(byElection.get(part) ?? []), one])
    }
    this.guide.replaceChildren(...[...byElection].flatMap(([part, own]) => this.writeElection(part, own)))
    const day = new Intl.DateTimeFormat(`${document.documentElement.lang}-US`, { dateStyle: 'long' }).format(new Date())
    this.guide.prepend(
      ...(this.guide.dataset.place ? [element('p', { text: this.guide.dataset.place })] : []),
      element('p', { text: fill(this.words.myPrintedOn, { date: day }) }),
    )
  }

  writeElection(part, contests) {
    const { words } = this
    const shown = contests.filter(({ isMarked, note }) => isMarked || note !== '')
    if (shown.length === 0) return []
    const isPossible = ({ card }) => card.querySelector('.match.possible') !== null
    // Of many districts without a boundary, a voter lives in one: the paper names none that is not marked.
    const left = contests.filter(({ card, isMarked }) => !isMarked && card.closest('.unplaced') === null)
    const named = [...part.querySelectorAll('.sources')].flatMap(({ dataset }) => JSON.parse(dataset.publishers))
    const sources = [...new Set(named)]
    return [
      element('h2', { text: `${words.myChoices}: ${part.querySelector('h2').textContent}` }),
      element('p', { text: part.dataset.day }),
      element('div', { className: 'my-columns' }, ...shown.map((one) => writeContest(one))),
      ...writeLeft(
        words.myLeft,
        left.filter((one) => !isPossible(one)),
      ),
      ...writeLeft(words.myMaybe, left.filter(isPossible)),
      ...writeLeft(
        words.myElsewhere,
        [...part.querySelectorAll('.contest:not([data-contest], .unplaced *)')].map((card) => ({
          title: card.querySelector('h4').textContent,
        })),
      ),
      ...(sources.length === 0 ? [] : [element('p', { text: fill(words.mySources, { sources: sources.join('; ') }) })]),
    ]
  }
}

function writeLeft(heading, contests) {
  if (contests.length === 0) return []
  const lines = contests.map(({ title }) => element('li', { text: title }))
  return [element('h3', { text: heading }), element('ul', { className: 'my-others' }, ...lines)]
}

function writeContest({ title, marked, marks, way, controls, note }) {
  const lines = marked.map(({ id, label }) => {
    const party = [...controls.get(id).line.querySelectorAll('label .told')].map((one) => one.textContent).join(', ')
    const sign = element('span', { className: 'my-sign', text: way.kind === 'rank' ? `${marks.get(id)}.` : '✕' })
    return element('li', {}, sign, element('span', {}, element('b', { text: label }), party === '' ? '' : ` ${party}`))
  })
  return element(
    'section',
    { className: 'my-contest' },
    element('h3', { text: title }),
    ...(lines.length > 0 ? [element('ul', {}, ...lines)] : []),
    ...(note === '' ? [] : [element('p', { className: 'my-noted', text: note })]),
  )
}

/** Of the page that is shown. */
let page = null

export function startChoices(panel) {
  page = panel ? new MyPage(panel) : null
}

// Another tab has changed the marks, or Back shows a page as it was kept.
addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith(KEY)) page?.load()
})
addEventListener('beforeprint', () => page?.guide?.isConnected && page.writeGuide())
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) page?.load()
})
