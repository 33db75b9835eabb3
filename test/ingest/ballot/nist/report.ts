// An election report (SP 1500-100) written as JSON and XML of version 2, and as XML of the Civics profile. All names, places and people of
// the report are invented; its state is real, because its units need known ids.

export interface Fields {
  [field: string]: string | Fields | readonly (string | Fields)[]
}

export const said = (en: string, es?: string): Fields => ({
  Text: [{ Language: 'en', Content: en }, ...(es === undefined ? [] : [{ Language: 'es', Content: es }])],
})
const ocd = (id: string): Fields[] => [{ Type: 'ocd-id', Value: id }]
export const MAINE = 'ocd-division/country:us/state:me'

const candidate = (id: string, name: string, more: Fields = {}): Fields => ({
  '@id': id,
  '@type': 'Candidate',
  BallotName: said(name),
  ContactInformation: { AddressLine: ['1 Secret Street'], Email: ['ada@example.org'], Phone: ['207-555-0142'] },
  ...more,
})
const option = (id: string, candidates: string[], more: Fields = {}): Fields => ({
  '@id': id,
  '@type': 'CandidateSelection',
  VoteCounts: [{ GpUnitId: 'u-me', Type: 'total', Count: '271828' }],
  CandidateIds: candidates,
  ...more,
})
const answer = (id: string, en: string, es: string): Fields => ({
  '@id': id,
  '@type': 'BallotMeasureSelection',
  Selection: said(en, es),
})

export const REPORT: Fields = {
  '@type': 'ElectionReport',
  Election: [
    {
      Candidate: [
        candidate('c-ada', 'Ada Sample', { PartyId: 'p-oak', PreElectionStatus: 'qualified', PersonId: 'x-ada' }),
        candidate('c-ben', 'Ben Example', { PartyId: 'p-both', PreElectionStatus: 'filed' }),
        candidate('c-cam', 'Cam Invented', { PartyId: 'p-elm', PostElectionStatus: 'withdrawn' }),
        candidate('c-dee', 'Dee Madeup', { PartyId: 'p-elm', PreElectionStatus: 'write-in' }),
        candidate('c-eve', 'Eve Placeholder'),
      ],
      Contest: [
        {
          '@id': 'k-clerk',
          '@type': 'CandidateContest',
          BallotTitle: said('For Clerk of the City', 'Para secretario de la ciudad'),
          ContestSelection: [
            option('o-1', ['c-ada'], { EndorsementPartyIds: ['p-oak', 'p-elm'] }),
            option('o-2', ['c-ben']),
            option('o-3', ['c-cam']),
            option('o-4', ['c-dee']),
          ],
          ElectionDistrictId: 'u-city',
          Name: 'City Clerk',
          NumberElected: '1',
          OfficeIds: ['f-clerk'],
          VotesAllowed: '1',
        },
        {
          '@id': 'k-question',
          '@type': 'BallotMeasureContest',
          BallotTitle: said('Question 1: Bonds', 'Pregunta 1: Bonos'),
          ContestSelection: [answer('o-5', 'Yes', 'Sí'), answer('o-6', 'No', 'No')],
          ElectionDistrictId: 'u-me',
          FullText: said('Shall the bonds be issued?', '¿Se emitirán los bonos?'),
          Name: 'Question 1',
          PassageThreshold: said('two-thirds'),
          ProStatement: said('Because.', 'Porque.'),
          Type: 'initiative',
        },
        {
          '@id': 'k-judge',
          '@type': 'RetentionContest',
          BallotTitle: said('Judge of Example Court'),
          CandidateId: 'c-eve',
          ContestSelection: [answer('o-7', 'Yes', 'Sí'), answer('o-8', 'No', 'No')],
          ElectionDistrictId: 'u-me',
          Name: 'Retention',
        },
      ],
      ElectionScopeId: 'u-me',
      EndDate: '2031-11-04',
      Name: said('General Election', 'Elección general'),
      StartDate: '2031-11-04',
      Type: 'general',
    },
    {
      Candidate: [candidate('c-fay', 'Fay Fictional', { PartyId: 'p-oak' })],
      Contest: [
        {
          '@id': 'k-primary',
          '@type': 'CandidateContest',
          ContestSelection: [option('o-9', ['c-fay'])],
          ElectionDistrictId: 'u-county',
          Name: 'Sheriff',
          PrimaryPartyIds: ['p-oak'],
          VotesAllowed: '1',
        },
        {
          '@id': 'k-elsewhere',
          '@type': 'CandidateContest',
          ContestSelection: [option('o-10', ['c-fay'])],
          ElectionDistrictId: 'u-vt',
          Name: 'Governor',
          VotesAllowed: '1',
        },
        {
          '@id': 'k-nation',
          '@type': 'CandidateContest',
          ElectionDistrictId: 'u-us',
          Name: 'President',
          VotesAllowed: '1',
        },
      ],
      ElectionScopeId: 'u-us',
      EndDate: '2031-06-10',
      Name: said('Primary Election'),
      StartDate: '2031-06-10',
      Type: 'partisan-primary-closed',
    },
  ],
  Format: 'summary-contest',
  GeneratedDate: '2031-01-01T00:00:00Z',
  GpUnit: [
    { '@id': 'u-us', '@type': 'ReportingUnit', ExternalIdentifier: ocd('ocd-division/country:us'), Type: 'country' },
    { '@id': 'u-me', '@type': 'ReportingUnit', ExternalIdentifier: ocd(MAINE), Name: said('Maine'), Type: 'state' },
    {
      '@id': 'u-vt',
      '@type': 'ReportingUnit',
      ExternalIdentifier: ocd('ocd-division/country:us/state:vt'),
      Type: 'state',
    },
    {
      '@id': 'u-county',
      '@type': 'ReportingUnit',
      ComposingGpUnitIds: ['u-city'],
      ExternalIdentifier: [{ Type: 'fips', Value: '23099' }],
      Name: said('Example County'),
      Type: 'county',
    },
    {
      '@id': 'u-city',
      '@type': 'ReportingUnit',
      ExternalIdentifier: ocd(`${MAINE}/place:example`),
      Name: said('Example'),
      Type: 'city',
    },
  ],
  Issuer: 'Example Office',
  IssuerAbbreviation: 'EO',
  Office: [
    {
      '@id': 'f-clerk',
      '@type': 'Office',
      ElectionDistrictId: 'u-city',
      ExternalIdentifier: [{ Type: 'other', OtherType: 'office-role', Value: 'city clerk' }],
      IsPartisan: 'true',
      Name: said('City Clerk'),
      OfficeHolderPersonIds: ['x-gil'],
      Term: { Type: 'unexpired-term' },
    },
    {
      '@id': 'f-council',
      '@type': 'Office',
      ElectionDistrictId: 'u-city',
      ExternalIdentifier: [{ Type: 'other', OtherType: 'office-role', Value: 'city council' }],
      Name: said('Member of the City Council', 'Miembro del Concejo'),
      OfficeHolderPersonIds: ['x-ada', 'x-gil'],
      Term: { StartDate: '2020-01-02', EndDate: '2040-01' },
    },
  ],
  Party: [
    { '@id': 'p-oak', '@type': 'Party', Name: said('Oak Party') },
    { '@id': 'p-elm', '@type': 'Party', Name: said('Elm') },
    { '@id': 'p-both', '@type': 'Coalition', Name: said('Trees Together'), PartyIds: ['p-oak', 'p-elm'] },
  ],
  Person: [
    {
      '@id': 'x-ada',
      '@type': 'Person',
      ContactInformation: [{ Email: ['ada@example.org'], Phone: ['207-555-0142'] }],
      DateOfBirth: '1960-01-01',
      ExternalIdentifier: [{ Type: 'other', OtherType: 'stable', Value: 'person-ada' }],
      FirstName: 'Ada',
      FullName: {
        Text: [
          { Language: 'es', Content: 'Ada Ejemplo' },
          { Language: 'en', Content: 'Ada Sample' },
        ],
      },
      LastName: 'Sample',
      PartyId: 'p-oak',
    },
    { '@id': 'x-gil', '@type': 'Person', FullName: { Text: [{ Language: 'es', Content: 'Gil Ejemplo' }] } },
  ],
  SequenceEnd: '1',
  SequenceStart: '1',
  Status: 'pre-election',
  VendorApplicationId: 'none',
}

export function toJson(report: Fields = REPORT): string {
  const typed = (_: string, value: unknown) => value
  return JSON.stringify(report, typed, 1).replace(/"@type": "/g, '"@type": "ElectionResults.')
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The names of the Civics profile. */
const CIVICS: Readonly<Record<string, string>> = {
  ContestSelection: 'BallotSelection',
  ElectionDistrictId: 'ElectoralDistrictId',
}
const GROUPED = /^(Candidate|Contest|GpUnit|Office|OfficeHolderTenure|Party|Person|VoteCounts)$/

export function toXml(profile: 'version 2' | 'civics', report: Fields = REPORT): string {
  const civics = profile === 'civics'
  const element = (name: string, value: string | Fields, holder: string): string => {
    const tag =
      (civics && CIVICS[name]) || (civics && name === 'Name' && holder === 'GpUnit' ? 'InternationalizedName' : name)
    if (typeof value === 'string') return `<${tag}>${escaped(value)}</${tag}>\n`
    const { '@id': id, '@type': type, Language, Content, ...fields } = value
    const attributes = [
      id ? ` ${civics ? 'objectId' : 'ObjectId'}="${id}"` : '',
      type && type !== name ? ` xsi:type="${type}"` : '',
      Language ? ` ${civics ? 'language' : 'Language'}="${Language}"` : '',
    ].join('')
    return `<${tag}${attributes}>${typeof Content === 'string' ? escaped(Content) : inside(fields, name)}</${tag}>\n`
  }
  const inside = (fields: Fields, holder: string): string =>
    Object.entries(fields)
      .map(([name, value]) => {
        if (!Array.isArray(value)) return element(name, value as string | Fields, holder)
        if (/Ids$/.test(name)) return element(name, value.join(' '), holder)
        const all = value.map((one: string | Fields) => element(name, one, holder)).join('')
        if (civics && GROUPED.test(name)) return `<${name}Collection>\n${all}</${name}Collection>\n`
        return civics && name === 'ExternalIdentifier' ? `<ExternalIdentifiers>${all}</ExternalIdentifiers>\n` : all
      })
      .join('')
  const { '@type': _, ...fields } = report
  const namespace = civics ? '' : ' xmlns="http://itl.nist.gov/ns/voting/1500-100/v2"'
  return `<?xml version="1.0"?>
<ElectionReport${namespace} xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${inside(fields, '')}</ElectionReport>
`
}
