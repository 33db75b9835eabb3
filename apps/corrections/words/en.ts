// English texts of the pages about corrections.

export const en = {
  log: 'Corrections',
  logLead:
    'What people reported as wrong, and when it was fixed. An operator releases each report. The text is what the person wrote: nobody has checked that it is true.',
  logEmpty: 'No report is public.',
  fixTimes:
    'Fixed: {fixed}. Half of them took at most {median} from the report to the publication that fixed it, and 90 % at most {p90}.',
  noFixTimes: 'No report is fixed yet.',
  changes:
    'If a report about an endorsement is public when the endorsement is updated, the change in the feed has the reason “correction”.',
  record: 'Record',
  text: 'Report',
  opened: 'Reported (UTC)',
  released: 'Released (UTC)',
  fixed: 'Fixed (UTC)',
  timeToFix: 'Time to fix',
  notFixed: 'not yet',
  earlier: 'Earlier reports',
  report: 'Report an error',
  reportLead: 'What is wrong in this record, and where can we see what is right?',
  textLabel: 'What is wrong',
  textHint:
    'At most {count} characters. The text may become public. Do not write names of private persons, addresses, telephone numbers or e-mail addresses.',
  textExpected: 'What is wrong: expected 1 to {count} characters of plain text, without control characters.',
  send: 'Send the report',
  sent: 'The report has arrived. It is number {id}, and is public once an operator has released it.',
  throttled: 'Too many reports come from your network. Try again in {seconds} seconds.',
  full: 'Too many reports wait for the operator. Try again another day.',
  wrongRecord: 'The link is incomplete: it must end with a kind of record and its id, such as record=contest/123.',
  unknownRecord: 'The data has no such record. It may have been removed.',
  refused: 'The page cannot be shown',
  refused403: 'The form was not sent from this page. Open it again and send it once more.',
  refused404: 'There is no such page.',
  refused413: 'The text is too long.',
  refused429: 'Too many requests. Try again in a minute.',
  refused503: 'The service cannot take reports now. Try again later.',
  refusedOther: 'The request cannot be answered.',
  back: 'To the corrections',
  reference: 'Reference for the operator: {id}',
  problemOne: 'There is a problem:',
  problemMany: 'There are problems:',
} as const
