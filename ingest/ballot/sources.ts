// Every source of ballots, state by state. The files or folders of the states declare them.

import type { Source, YearlySource } from '../read/source.ts'
import { loadLists } from './list/built-in.ts'
import { losAngelesSources } from './los-angeles.ts'
import { medslSources } from './medsl/sources.ts'
import { sfMeasures } from './sf.ts'
import { ak } from './states/ak/ak.ts'
import { al } from './states/al/al.ts'
import { nominees } from './states/ca/ca.ts'
import { dc } from './states/dc/dc.ts'
import { fl } from './states/fl/fl.ts'
import { ga } from './states/ga/ga.ts'
import { il } from './states/il/il.ts'
import { ky } from './states/ky/ky.ts'
import { md } from './states/md/md.ts'
import { listing, releases } from './states/mi/mi.ts'
import { held, mn } from './states/mn/mn.ts'
import { mo } from './states/mo/mo.ts'
import { mt } from './states/mt/mt.ts'
import { nc } from './states/nc/nc.ts'
import { ny } from './states/ny/ny.ts'
import { pa } from './states/pa/pa.ts'
import { municipal } from './states/pa-municipal/pa-municipal.ts'
import { tx } from './states/tx/tx.ts'
import { va } from './states/va/va.ts'
import { vt } from './states/vt/vt.ts'
import { houseSources } from './us-house.ts'

const florida = loadLists('FL', { fl })
const minnesota = loadLists('MN', { mn, held })
const california = loadLists('CA', { nominees })
const carolina = loadLists('NC', { nc })
const columbia = loadLists('DC', { dc })
const michigan = loadLists('MI', { listing, releases })

export const ballotSources: readonly Source[] = [
  ...carolina.fixed,
  ...columbia.fixed,
  ...loadLists('KY', { ky }).fixed,
  ...losAngelesSources,
  ...medslSources,
  ...michigan.fixed,
  ...minnesota.fixed,
  ...loadLists('MT', { mt }).fixed,
  ...loadLists('NV').fixed,
  ...loadLists('PA', { pa, municipal }).fixed,
  ...loadLists('VA', { va }).fixed,
  ...loadLists('AL', { al }).fixed,
  ...california.fixed,
  ...florida.fixed,
  ...loadLists('GA', { ga }).fixed,
  ...loadLists('IL', { il }).fixed,
  ...loadLists('NY', { ny }).fixed,
  ...loadLists('TX', { tx }).fixed,
  sfMeasures,
  ...houseSources,
]

/** Sources of which a new year needs no change of the code. */
export const yearlyBallots: readonly YearlySource[] = [
  carolina.yearly,
  loadLists('AK', { ak }).yearly,
  california.yearly,
  columbia.yearly,
  loadLists('DE').yearly,
  florida.yearly,
  loadLists('MD', { md }).yearly,
  michigan.yearly,
  minnesota.yearly,
  loadLists('MO', { mo }).yearly,
  loadLists('VT', { vt }).yearly,
  loadLists('WY').yearly,
]
