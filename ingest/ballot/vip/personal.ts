/** Elements of every version that say where a person lives, when they were born, and how to reach them: blanked before the bytes are kept, and never read. */
export const PERSONAL = [
  'ContactInformation',
  'DateOfBirth',
  'ElectionOfficialPersonId',
  'FeedContactInformation',
  'PersonId',
  'candidate_url',
  'email',
  'filed_mailing_address',
  'mailing_address',
  'phone',
  'photo_url',
  'physical_address',
] as const
