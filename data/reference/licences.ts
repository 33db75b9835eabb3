// The licenses of publishers' data. Each source names one; NOTICE and the build read them here.

export interface Licence {
  /** Page of the terms; null if no text is published. */
  url: string | null
  /** Obligations when passing the data on, as a sentence. */
  terms: string
}

export const LICENCES = {
  'CC-BY-4.0': {
    url: 'https://creativecommons.org/licenses/by/4.0/',
    terms: 'Name the publisher and the license, and say what was changed.',
  },
  'CC-BY-SA-4.0': {
    url: 'https://creativecommons.org/licenses/by-sa/4.0/',
    terms:
      'Name the publisher with a link to the article and the license, say what was changed, and pass on what is made of it under the same license.',
  },
  'CC0-1.0': { url: 'https://creativecommons.org/publicdomain/zero/1.0/', terms: 'Nothing is asked.' },
  'CC0-1.0; county lines: us-atlas, ISC, from public-domain data of the U.S. Census Bureau': {
    url: 'https://github.com/topojson/us-atlas',
    terms: 'For the county lines keep the copyright notice of us-atlas.',
  },
  ISC: { url: 'https://opensource.org/license/isc-license-txt', terms: 'Keep the copyright notice.' },
  MIT: { url: 'https://opensource.org/license/mit', terms: 'Keep the copyright notice.' },
  "ISC; each county's own terms apply": {
    url: 'https://github.com/openaddresses/openaddresses',
    terms: 'OpenAddresses collects what counties publish; name the county, whose own terms apply.',
  },
  'NYC Open Data; simplified by a project that states no licence': {
    url: 'https://opendata.cityofnewyork.us/open-data-law/',
    terms:
      'New York City sets no restrictions on use (Administrative Code § 23-502 d); name the source, its version and what was changed, as it may require.',
  },
  'Apache-2.0': {
    url: 'https://www.apache.org/licenses/LICENSE-2.0',
    terms: 'Keep the notices of its NOTICE file, and say what was changed.',
  },
  'None stated': {
    url: null,
    terms:
      'The publisher states no license. Only facts are taken: who endorses whom, and the page that says so. Name the publisher.',
  },
  'ODbL-1.0': {
    url: 'https://opendatacommons.org/licenses/odbl/1-0/',
    terms:
      'Name the publisher and the license, and pass on a database made of it under the same license; keep it open if you restrict it.',
  },
  'Public record': {
    url: null,
    terms: 'An official record that its office publishes without stated terms; name the office.',
  },
  'Public record; cite the MIT Election Data and Science Lab': {
    url: 'https://github.com/MEDSL/2024-elections-official',
    terms:
      'Facts of public record that the lab collects and cleans. Its repositories state no license and ask to cite MIT Election Data and Science Lab.',
  },
  'U.S. Government work, public domain': {
    url: 'https://www.usa.gov/government-works',
    terms: 'In the public domain in the United States (17 U.S.C. § 105); name the agency.',
  },
} as const satisfies Readonly<Record<string, Licence>>

export type LicenceName = keyof typeof LICENCES
