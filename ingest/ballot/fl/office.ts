// The offices of Florida's list of candidates, by their descriptions.

import { slug } from '../../read/identity.ts'
import type { ContestArea } from '../area.ts'
import {
  type ListedOffice,
  type OfficeRule,
  president,
  stateHouse,
  stateSenate,
  statewide,
  usHouse,
  usSenate,
} from '../office.ts'

/** In ballot order. The rules match `<OfficeDesc>/<Juris1num>/<Juris2num>`, of a retention `<OfficeDesc>/<Juris1num>/<name>`. */
export const FL_OFFICES: readonly OfficeRule[] = [
  { pattern: /^President of the United States\//, office: () => president },
  { pattern: /^United States Senator\//, office: () => usSenate },
  { pattern: /^United States Representative\/(\d+)\//, office: (district) => usHouse(district) },
  { pattern: /^Governor\//, office: () => statewide('governor', 'Governor and Lieutenant Governor') },
  { pattern: /^Attorney General\//, office: () => statewide('attorney-general', 'Attorney General') },
  {
    pattern: /^Chief Financial Officer\//,
    office: () => statewide('chief-financial-officer', 'Chief Financial Officer'),
  },
  {
    pattern: /^Commissioner of Agriculture\//,
    office: () => statewide('commissioner-of-agriculture', 'Commissioner of Agriculture'),
  },
  { pattern: /^State Senator\/(\d+)\//, office: (district) => stateSenate('FL', district) },
  { pattern: /^State Representative\/(\d+)\//, office: (district) => stateHouse('FL', district) },
  { pattern: /^State Attorney\/(\d+)\//, office: (circuit) => inCircuit('State Attorney', circuit) },
  { pattern: /^Public Defender\/(\d+)\//, office: (circuit) => inCircuit('Public Defender', circuit) },
  {
    pattern: /^Supreme Court Justice\/[^/]*\/(.+)$/,
    office: (name) => retention('Justice of the Supreme Court', name, { kind: 'state' }),
  },
  {
    pattern: /^District Court of Appeal\/(\d+)\/(.+)$/,
    office: (district, name) =>
      retention(`Judge of the District Court of Appeal, District ${Number(district)}`, name, {
        ...{ kind: 'numbered', word: 'district_court', code: String(Number(district)) },
      }),
  },
  { pattern: /^Circuit Judge\/(\d+)\/(\d+)$/, office: (circuit, group) => circuitJudge(circuit, group) },
]

/** Offices without parties, elected in August with a runoff in November (Fla. Stat. § 105.051). */
export const FL_JUDGES = /^Circuit Judge$/
/** Offices whose holders voters keep or do not keep, in November (Fla. Const. art. V § 10). */
export const FL_RETENTIONS = /^(?:Supreme Court Justice|District Court of Appeal)$/

function circuit(code: string): ContestArea {
  return { kind: 'numbered', word: 'circuit_court', code: String(Number(code)) }
}

function inCircuit(title: string, code: string): ListedOffice {
  const words = `${title}, Circuit ${Number(code)}`
  return { subject: slug(title), level: 'state', title: words, short_title: words, area: circuit(code) }
}

function circuitJudge(code: string, group: string): ListedOffice {
  const office = inCircuit('Circuit Judge', code)
  const title = `${office.title}, Group ${Number(group)}`
  return { ...office, title, short_title: title, seat: `group-${Number(group)}`, details: { nonpartisan: true } }
}

function retention(office: string, name: string, area: ContestArea): ListedOffice {
  return {
    ...{
      subject: slug(office),
      level: 'state',
      title: `Retain ${name} as ${office}`,
      short_title: `Retain ${name}`,
      area,
    },
    ...{ seat: slug(name), retention: true, details: { nonpartisan: true } },
  }
}
