// Requests of the pages for people: found by following links, and by sending their forms.

import { type Ask, HOST, headerOf } from './compare.ts'
import { PLACES } from './reads.ts'
import { PASSWORD } from './servers.ts'

const PAGES_OF_A_KIND = 24
const DESK = '/desk/otto-example'
const OPEN = ['/', '/explore', '/docs', '/corrections', '/console/sign-in', '/console/sign-up', '/explore?lang=es']
const MEMBER = ['/console', '/desk', '/corrections', '/console?lang=es', '/desk?lang=es', '/explore']
const ODD = '|/|/none|/contests/0|?lang=xx|/%00|/../docs|?snapshot=2026-11-20|?snapshot=ffffffff'
const SEARCHES = ['ballot', 'snapshot cursor', 'balot', 'zzzz', '<b>', '', 'é', 'x'.repeat(300)]
/** Visitor, page, the action of a form on it, and what is typed into the form. */
const STEPS = `nobody /console/sign-up /console/sign-up name=New+reader&contact=new@example.org&password=long+and+unusual+words
nobody /console/sign-up?lang=es /console/sign-up?lang=es name=&contact=&password=short
nobody /console/invitation /console/invitation code=AAAAA-AAAAA-AAAAA-AAAAA&password=long+and+unusual+words
nobody /corrections/new?record=contest/{{contest}} /corrections/new text=
nobody /corrections/new?record=contest/{{contest}} /corrections/new text=A+wrong+name.
nobody /corrections/new?record=contest/{{contest}} /corrections/new text=And+a+wrong+date.
reader /console /console/keys label=new&scopes=data:read;reader /console /console/keys label=${'x'.repeat(300)}
reader /console /console/keys addresses=010.0.0.1;reader /console /console/keys expires=2020-01-01
reader /console/keys/{{number}} /console/keys/{{number}} label=changed
reader /console/keys/{{number}} /console/keys/{{number}}/revoke
reader /console/password /console/password password=short;reader /console/second-factor /console/second-factor/begin
reader /console/second-factor /console/second-factor code=000000;editor ${DESK}/import ${DESK}/import text=
editor ${DESK}/import ${DESK}/import text=not+a+file;editor ${DESK}/import ${DESK}/import text={"endorsements":[]}
editor ${DESK}/import ${DESK}/import text=endorser_slug,election%0Ax,y
chief /console/corrections /console/corrections note=Seen.;chief /console/corrections /console/corrections act=reject
chief /console/corrections /console/corrections act=x
chief /console/plans /console/plans name=free&requests_per_minute=61&requests_per_day=5000&streams=2
chief /console/plans /console/plans name=Bad+name&requests_per_minute=0&requests_per_day=&streams=-1
chief /console/accounts /console/accounts/status act=suspend
chief /console/accounts /console/accounts/status act=approve&name=pending
chief /console/accounts /console/accounts/status act=x
chief /console/accounts /console/accounts/plan name=pending&plan=standard
chief /console/accounts/reject /console/accounts/reject
chief /console/accounts/6/erase /console/accounts/6/erase name=other
chief /console/accounts/2/editor /console/accounts/2/editor/grant slug=no-such
chief /console/accounts/2/editor /console/accounts/2/editor/grant slug=the-sample-harbor-times
chief /console/audit /console/sign-out`
const DESK_STEPS = `/contests/{{contest}} /contests/{{contest}} act=save&source_url=no+link
/contests/{{contest}} /contests/{{contest}} act=autosave&statement=Saved
/contests/{{contest}} /contests/{{contest}} act=preview&statement=Seen&source_url=https://example.org/sample/new
/contests/{{contest}}/preview /contests/{{contest}}/publish act=schedule&publish_at=2026-01-01T00:00
/contests/{{contest}}/preview /contests/{{contest}}/publish act=schedule&publish_at=2030-01-01T00:00
/contests/{{contest}} /contests/{{contest}}/unschedule version={{version}}
/contests/{{contest}}/preview /contests/{{contest}}/publish act=now
/contests/{{contest}}/history /contests/{{contest}}/publish act=now&version=0&draft=1
/contests/{{contest}} /contests/{{contest}}/discard
/contests/{{contest}} /contests/{{contest}}/withdraw version={{version}}`

interface Form {
  action: string
  fields: Record<string, string>
}

/** Forms that change something, as a person sends them who types nothing. Hidden fields are each server's own. */
function formsOf(text: string): Form[] {
  return [...text.matchAll(/<form[^>]* method="post"[^>]* action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].map(
    ([, action = '', inner = '']) => {
      const fields: Record<string, string> = {}
      for (const [tag, name = ''] of inner.matchAll(/<(?:input|select|textarea|button)[^>]*? name="([^"]+)"[^>]*>/g)) {
        const value = / value="([^"]*)"/.exec(tag)?.[1] ?? ''
        fields[name] ||= / name="(?:token|sealed)"/.test(tag) ? `{{${name}}}` : value
      }
      return { action, fields }
    },
  )
}

/** Opens a page, and sends its form with this action; without one, what is typed alone. */
async function press(ask: Ask, as: string, page: string, action: string, typed = ''): Promise<void> {
  const keep = { number: /\/console\/keys\/(\d+)/ }
  const { text } = await ask({ path: page, as, keep })
  const form = formsOf(text).find((one) => one.action === action || action.includes('{{'))
  const fields = { token: '{{token}}', ...form?.fields, ...Object.fromEntries(new URLSearchParams(typed)) }
  await ask({ method: 'POST', path: action, as, fields, keep })
}

/** Opens the links of pages from page to page, and sends each form forged: nothing is changed. */
async function walk(ask: Ask, as: string, from: readonly string[], most: number): Promise<void> {
  const [waiting, seen, kinds, actions] = [[...from], new Set(from), new Map<string, number>(), new Set<string>()]
  for (let path = waiting.shift(), opened = 0; path !== undefined && opened < most; path = waiting.shift()) {
    const kind = kindOf(path)
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    if ((kinds.get(kind) ?? 0) > PAGES_OF_A_KIND) continue
    opened += 1
    const answer = await ask({ path, as, headers: { 'Accept-Encoding': ['identity', 'br', 'gzip'][opened % 3] ?? '' } })
    const targets = [...answer.text.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, target = '']) => target)
    for (const target of [headerOf(answer, 'location'), ...targets]) {
      const found = target.replaceAll('&amp;', '&').replace(/#.*$/, '').replace(`http://${HOST}`, '')
      if (!/^\/(?!\/|v1\/)/.test(found) || seen.has(found)) continue
      seen.add(found)
      waiting.push(found)
    }
    for (const { action } of formsOf(answer.text)) actions.add(action)
  }
  for (const path of actions) {
    for (const token of ['', 'x'.repeat(171)]) await ask({ method: 'POST', path, as, fields: { token } })
    for (const headers of [{ Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }])
      await ask({ method: 'POST', path, as, fields: { token: '{{token}}' }, headers })
    for (const method of ['POST', 'DELETE']) await ask({ method, path, as, body: '{}' })
  }
}

/** Pages with the same words in their path, but for the last ones, and the same parameters. */
function kindOf(path: string): string {
  const [way = '', query = ''] = path.split('?')
  const words = way.split('/')
  return `${words.slice(0, 3).join('/')} ${words.length} ${[...new URLSearchParams(query).keys()].sort().join()}`
}

/** Every room, each in both languages, without an account. */
export async function askOpenPages(ask: Ask): Promise<void> {
  const as = 'nobody'
  await walk(ask, as, OPEN, 700)
  for (const [at, place] of PLACES.entries()) {
    const lang = at % 2 ? 'es' : 'en'
    for (const path of ['/explore/ballot', '/explore/officeholders', '/explore/suggest']) {
      const fields = { token: '{{token}}', lang }
      await ask({ path: `/explore?lang=${lang}`, as })
      await ask({ method: 'POST', path, as, fields: { ...fields, place } })
      const ticked = { ...fields, sealed: '{{sealed}}', endorsers: 'otto-example', categories: 'newspaper' }
      await ask({ method: 'POST', path, as, fields: ticked })
      await ask({ path: `${path}?lang=${lang}&place=${encodeURIComponent(place)}`, as })
    }
  }
  for (const room of ['/explore', '/docs', '/desk', '/console', '/corrections', '/assets'])
    for (const rest of ODD.split('|'))
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) await ask({ method, path: room + rest, as })
  for (const search of SEARCHES) await ask({ path: `/docs/search?q=${encodeURIComponent(search)}`, as })
}

/** Signed in as a reader, an editor and an operator. */
export async function askMemberPages(ask: Ask, contests: readonly string[]): Promise<void> {
  const signIn = async (as: string) => {
    for (const password of ['the wrong password', PASSWORD])
      await press(ask, as, '/console/sign-in', '/console/sign-in', `name=${as}&password=${password}`)
  }
  for (const as of ['reader', 'editor', 'chief']) {
    await signIn(as)
    await walk(ask, as, MEMBER, 120)
  }
  await signIn('editor')
  for (const contest of contests)
    for (const step of DESK_STEPS.replaceAll('{{contest}}', contest).split('\n')) {
      const [page, action, typed] = step.split(' ')
      await press(ask, 'editor', `${DESK}${page}`, `${DESK}${action}`, typed)
    }
  for (const place of PLACES)
    await press(ask, 'editor', `${DESK}/contests`, `${DESK}/contests`, `title=&place=${encodeURIComponent(place)}`)
  for (const as of ['reader', 'editor', 'chief']) await signIn(as)
  for (const step of STEPS.replaceAll('{{contest}}', contests[0] ?? '').split('\n')) {
    const [as = '', page = '', action = '', typed] = step.split(' ')
    await press(ask, as, page, action, typed)
  }
  await walk(ask, 'nobody', ['/corrections', '/v1/corrections'], 10)
  for (const as of ['reader', 'editor']) await press(ask, as, '/console', '/console/sign-out')
}
