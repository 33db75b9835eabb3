// The page of code samples. Each sample is a file of docs/samples/, which tests run as it is.

import { readFileSync } from 'node:fs'
import { projectFile } from '../../data/store/paths.ts'
import { type Html, html } from '../web/html.ts'
import { type Section, toAnchor } from './markdown.ts'

export const SAMPLE_LANGUAGES = [
  { name: 'curl', ending: 'sh' },
  { name: 'JavaScript', ending: 'mjs' },
  { name: 'Python', ending: 'py' },
] as const

export const SAMPLE_TASKS = [
  {
    name: 'ballot',
    title: 'The ballot of a place',
    about: 'Prints each contest at a place with its choices and the number of endorsements.',
  },
  {
    name: 'endorsements',
    title: 'A whole list, page by page',
    about: 'Walks every page of the endorsements of one state. A list cursor never expires.',
  },
  {
    name: 'recommendations',
    title: 'Recommendations from chosen endorsers',
    about: 'Counts the positions of one kind of endorser, and prints the choice to mark and the rule that decided.',
  },
  {
    name: 'follow',
    title: 'Every change, with resume',
    about:
      'Waits for changes and stores its position in a file after each page. Stop it and start it again: it misses nothing.',
  },
] as const

export function loadSamples(): { body: Html; sections: Section[] } {
  const tasks = SAMPLE_TASKS.map((task) => ({
    ...task,
    codes: SAMPLE_LANGUAGES.map(({ name, ending }) => ({ name, ending, code: load(`${task.name}.${ending}`) })),
  }))
  return {
    body: html`<p>Each program reads two variables of its environment: <code>HUSTINGS_URL</code>, the address of a server, and
<code>HUSTINGS_KEY</code>, an API key. <code>make run</code> prints two lines that set them. The JavaScript runs in Node.js 20 or newer, the Python in 3.9 or newer;
neither needs a package. With curl, the programs that read a list need <code>jq</code>. Tests run each file as it stands here, against a server with the sample.</p>
${tasks.map(
  ({ title, about, codes }) => html`<h2 id="${toAnchor(title)}">${title}</h2>
<p>${about}</p>
${codes.map(
  ({ name, ending, code }) => html`<h3 class="code-name">${name}</h3>
<pre tabindex="0"><code data-language="${ending}">${code}</code></pre>
`,
)}`,
)}`,
    sections: tasks.map(({ title, about, codes }) => ({
      ...{ anchor: toAnchor(title), heading: title, level: 2 },
      text: [about, ...codes.map(({ code }) => code)].join(' '),
    })),
  }
}

function load(name: string): string {
  return readFileSync(projectFile('docs', 'samples', name), 'utf8')
}
