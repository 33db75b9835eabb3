// Contests that a source's file lacks, counted in the file: what no other line of the source says.

export const SOURCE_GAPS: Readonly<Record<string, string>> = {
  'medsl-2022-ny': 'the 23rd district of the Assembly',
  'medsl-2024-ia': "the districts of counties' boards of supervisors, whose candidates it joins",
  'medsl-2024-in': 'the local contests of 39 of 92 counties',
  'medsl-2024-ma': 'the questions to voters',
  'medsl-2024-me': 'lines of some towns and candidates, so a contest may have more names',
  'medsl-2024-ne':
    'the subdistricts of boards of power, natural resources, schools and colleges, whose candidates it joins',
  'medsl-2024-nh': 'the county offices of Rockingham County other than commissioner',
  'medsl-2024-nj': 'the local contests of Gloucester County',
  'medsl-2024-nm': 'the districts of the Senate and the House above 25',
  'medsl-2024-vt': 'the House districts Chittenden 11 to 13 and 21 to 24',
}
