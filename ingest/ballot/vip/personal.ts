/** Elements of any version with a person's home, birth date or contact data. Blanked before the bytes are kept, and never read. */
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
