// Every source of ballots, state by state. The files or folders of the states declare them.

import type { Source, YearlySource } from '../read/source.ts'
import { akYearly } from './ak/ak.ts'
import { alSources } from './al.ts'
import { caYearly } from './ca.ts'
import { caResults } from './ca-results.ts'
import { dcSources, dcYearly } from './dc/sources.ts'
import { deYearly } from './de.ts'
import { flYearly } from './fl/fl.ts'
import { flSpecialSources } from './fl/special.ts'
import { gaSources } from './ga.ts'
import { ilSources } from './il.ts'
import { kySources } from './ky/ky.ts'
import { losAngelesSources } from './los-angeles.ts'
import { mdYearly } from './md.ts'
import { medslSources } from './medsl/sources.ts'
import { miYearly } from './mi/listing.ts'
import { miReleases } from './mi/release.ts'
import { mnSources, mnYearly } from './mn/sources.ts'
import { moYearly } from './mo.ts'
import { mtSources } from './mt.ts'
import { ncSources, ncYearly } from './nc/sources.ts'
import { nvSources } from './nv/nv.ts'
import { nySources } from './ny.ts'
import { paSources } from './pa.ts'
import { paMunicipalSources } from './pa-municipal/sources.ts'
import { sfMeasures } from './sf/measures.ts'
import { txSources } from './tx.ts'
import { houseSources } from './us-house.ts'
import { vaSources } from './va.ts'
import { vtYearly } from './vt.ts'
import { wyYearly } from './wy.ts'

export const ballotSources: readonly Source[] = [
  ...ncSources,
  ...dcSources,
  ...kySources,
  ...losAngelesSources,
  ...medslSources,
  ...miReleases,
  ...mnSources,
  ...mtSources,
  ...nvSources,
  ...paSources,
  ...vaSources,
  ...alSources,
  ...caResults,
  ...flSpecialSources,
  ...gaSources,
  ...ilSources,
  ...nySources,
  ...paMunicipalSources,
  ...txSources,
  sfMeasures,
  ...houseSources,
]

/** Sources of which a new year needs no change of the code. */
export const yearlyBallots: readonly YearlySource[] = [
  ncYearly,
  akYearly,
  caYearly,
  dcYearly,
  deYearly,
  flYearly,
  mdYearly,
  miYearly,
  mnYearly,
  moYearly,
  vtYearly,
  wyYearly,
]
