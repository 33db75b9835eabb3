// The fields of a form: label, input, hint and error message, linked for screen readers.

import { maskToken } from './csrf.ts'
import type { Problems } from './form.ts'
import { type Html, html } from './html.ts'

export interface Field {
  name: string
  /** Needed if several forms of a page have a field of the same name; default: the name. */
  id?: string
  label: string
  /** The text that was typed before; never a password. */
  value?: string
  type?: 'text' | 'password' | 'date' | 'datetime-local' | 'number' | 'file'
  /** Of a file. */
  accept?: string
  hint?: string
  /** Value of the autocomplete attribute. */
  autocomplete?: string
  required?: boolean
  /** Of the text that is typed. */
  lang?: 'en' | 'es'
  min?: number | string
  minlength?: number
  inputmode?: 'numeric'
}

export function field(field: Field, problems: Problems): Html {
  const { name, id = name, type = 'text', value = '' } = field
  const problem = problems[id]
  const input = html`<input id="${id}" name="${name}" type="${type}"${type !== 'file' && html` value="${type !== 'password' && value}"`}
${optional('accept', field.accept)}${optional('autocomplete', field.autocomplete)}${optional('min', field.min)}${optional('minlength', field.minlength)}${optional('inputmode', field.inputmode)}
${field.required && html` required`}${type === 'number' && html` inputmode="numeric" step="1"`}${tie(id, problem, field.hint)}>`
  const shown = html`<span class="secret">${input}<button type="button" class="quiet" data-shows="${id}" hidden>Show</button></span>`
  return around(field, problem, type === 'password' ? shown : input)
}

export function textArea(field: Field & { rows: number }, problems: Problems): Html {
  const problem = problems[field.name]
  return around(
    field,
    problem,
    html`<textarea id="${field.name}" name="${field.name}" rows="${field.rows}" spellcheck="false"${optional('lang', field.lang)}${tie(field.name, problem, field.hint)}>
${field.value}</textarea>`,
  )
}

export function checkboxes(
  { name, legend, hint }: { name: string; legend: string; hint?: string },
  options: readonly { value: string; label: string; checked: boolean }[],
  problems: Problems,
): Html {
  const problem = problems[name]
  return html`<fieldset class="field${problem !== undefined && ' wrong'}"${tie(name, problem, hint)}>
<legend>${legend}</legend>
${told(name, problem, hint)}
${options.map(
  ({ value, label, checked }, index) => html`<label class="check">
<input type="checkbox" name="${name}" value="${value}"${index === 0 && html` id="${name}"`}${checked && html` checked`}>
<span><code>${value}</code> <span class="soft">${label}</span></span></label>`,
)}
</fieldset>`
}

const HEADINGS = { problemOne: 'There is a problem:', problemMany: 'There are problems:' }

/** The error messages above a form, with links to the fields. @param words headings in another language */
export function summary(problems: Problems, words: Readonly<typeof HEADINGS> = HEADINGS): Html | null {
  const all = Object.entries(problems)
  if (all.length === 0) return null
  return html`<div class="problems" role="alert"><p>${all.length === 1 ? words.problemOne : words.problemMany}</p>
<ul>${all.map(([name, sentence]) => html`<li>${name === 'form' ? sentence : html`<a href="#${name}">${sentence}</a>`}</li>`)}</ul></div>`
}

function around({ name, id = name, label, hint }: Field, problem: string | undefined, input: Html): Html {
  return html`<div class="field${problem !== undefined && ' wrong'}">
<label for="${id}">${label}</label>
${told(id, problem, hint)}
${input}
</div>`
}

function told(name: string, problem: string | undefined, hint: string | undefined): Html {
  return html`${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${problem !== undefined && html`<p class="problem" id="${name}-problem">${problem}</p>`}`
}

function tie(name: string, problem: string | undefined, hint: string | undefined): Html {
  const ids = [hint !== undefined && `${name}-hint`, problem !== undefined && `${name}-problem`].filter(Boolean)
  return html`${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}${problem !== undefined && html` aria-invalid="true"`}`
}

function optional(name: string, value: string | number | undefined): Html | null {
  return value === undefined ? null : html` ${name}="${value}"`
}

/** The visitor's token (session.ts), which every form must send back. */
export function hiddenToken(token: string): Html {
  return html`<input type="hidden" name="token" value="${maskToken(token)}">`
}
