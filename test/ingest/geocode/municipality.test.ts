import { expect, it } from 'vitest'
import { geocodeSources } from '../../../ingest/geocode/sources.ts'
import { collect, loadSource } from '../boundary/collect.ts'
import { makeTar } from '../read/tar-bytes.ts'

const source = loadSource(geocodeSources, 'civic-data-municipalities')

function yaml(name: string, fips: string | null): string {
  const note =
    fips === null ? 'Machine-extracted' : `Census of Governments, CENSUS_ID_PID6=1, FIPS ${fips}, county area=X`
  return `id: x\nname: ${name}\nstate: nc\nsources:\n- url: https://example.org\n  note: '${note}'\n`
}

async function read(files: Readonly<Record<string, string>>, states = source.states) {
  const entries = Object.entries(files).map(([name, content]) => [`data/us/${name}.yaml`, content])
  const bytes = await makeTar(Object.fromEntries(entries))
  return collect(source, { files: [{ name: 'civic.tar', url: '', bytes }], states })
}

it('municipalities have the class in their name, and the county that lists them', async () => {
  const { municipality, issues } = await read({
    'nc/jurisdictions/municipal/raleigh': yaml('City of Raleigh', '37-183-55000'),
    'nc/jurisdictions/municipal/apex': yaml("'Town of Apex'", '37-183-01520'),
    'ak/jurisdictions/municipal/juneau': yaml('City and Borough of Juneau', '02-110-36400'),
    'mi/jurisdictions/municipal/kalamazoo': yaml('Charter Township of Kalamazoo', '26-077-42180'),
    'tn/jurisdictions/municipal/nashville': yaml('Metropolitan Government of Nashville-Davidson', '47-037-52004'),
    'nc/jurisdictions/county/wake': yaml('County of Wake', '37-183-00000'),
    'nc/people/municipal/someone': yaml('Somebody', '37-183-55000'),
  })
  expect(municipality).toEqual(
    // biome-ignore format: a case a line
    [
        { state: 'NC', name: 'Raleigh', class: 'city', census_geoid: '3755000', county_geoid: '37183', website_url: null },
        { state: 'NC', name: 'Apex', class: 'town', census_geoid: '3701520', county_geoid: '37183', website_url: null },
        { state: 'AK', name: 'Juneau', class: 'city', census_geoid: '0236400', county_geoid: '02110', website_url: null },
        { state: 'MI', name: 'Kalamazoo', class: 'township', census_geoid: '2642180', county_geoid: '26077', website_url: null },
        { state: 'TN', name: 'Nashville-Davidson', class: 'city', census_geoid: '4752004', county_geoid: '47037', website_url: null },
      ],
  )
  expect(issues).toEqual([])
})

it('municipalities have a website if the file gives an address of one', async () => {
  const of = async (website: string) => {
    const file = yaml('City of Raleigh', '37-183-55000').replace('state: nc', `state: nc\nwebsite: ${website}`)
    const { municipality } = await read({ 'nc/jurisdictions/municipal/raleigh': file })
    return municipality[0]?.website_url
  }
  expect(await of('http://WWW.RALEIGH.EXAMPLE')).toBe('http://www.raleigh.example/')
  expect(await of("'https://raleigh.example/town'")).toBe('https://raleigh.example/town')
  expect(await of('none')).toBeNull()
  expect(await of('javascript:alert(1)')).toBeNull()
})

it('municipalities are skipped, with an issue, if county or class is missing or the file is broken', async () => {
  const { municipality, issues } = await read({
    'nc/jurisdictions/municipal/durham': yaml('City of Durham', null),
    'nc/jurisdictions/municipal/apex': yaml('Apex', '37-183-01520'),
    'nc/jurisdictions/municipal/cary': yaml('"Town of', '37-183-10740'),
    'nc/jurisdictions/municipal/wendell': `sources:\n- note: 'FIPS 37-183-71860'\n`,
  })
  expect(municipality).toEqual([])
  expect(issues.map(({ file, code, severity }) => [file.split('/').at(-1), code, severity])).toEqual([
    ['durham.yaml', 'unplaced-municipality', 'ignored'],
    ['apex.yaml', 'unplaced-municipality', 'ignored'],
    ['cary.yaml', 'invalid-municipality', 'refused'],
    ['wendell.yaml', 'invalid-municipality', 'refused'],
  ])
})

it('municipalities belong to the requested states; an archive without any stops the source', async () => {
  const { municipality } = await read(
    {
      'nc/jurisdictions/municipal/raleigh': yaml('City of Raleigh', '37-183-55000'),
      'pa/jurisdictions/municipal/york': yaml('City of York', '42-133-87048'),
    },
    ['PA'],
  )
  expect(municipality.map(({ name }) => name)).toEqual(['York'])
  await expect(read({ 'nc/jurisdictions/county/wake': yaml('County of Wake', '37-183-00000') })).rejects.toThrow(
    'holds no municipality',
  )
})
