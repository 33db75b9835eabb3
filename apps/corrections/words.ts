// Texts of the pages about corrections, in English and in Spanish, with the same keys.

import type { Language } from '../../data/schema/vocabulary.ts'

export const en = {
  log: 'Corrections',
  logLead:
    'What people reported as wrong, and when it was fixed. An operator releases each report. The text is what the person wrote: nobody has checked that it is true.',
  logEmpty: 'No report is public.',
  fixTimes:
    'Fixed: {fixed}. Half of them took at most {median} from the report to the publication that fixed it, and 90 % at most {p90}.',
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

export const es: Readonly<Record<keyof typeof en, string>> = {
  log: 'Correcciones',
  logLead:
    'Lo que se comunicó como erróneo y cuándo se corrigió. Un operador publica cada aviso. El texto es lo que la persona escribió: nadie ha comprobado que sea cierto.',
  logEmpty: 'No hay avisos públicos.',
  fixTimes:
    'Corregidos: {fixed}. La mitad tardó como máximo {median} desde el aviso hasta la publicación que lo corrigió, y el 90 % como máximo {p90}.',
  changes:
    'Si un aviso sobre un respaldo es público cuando el respaldo se actualiza, el cambio en el canal lleva el motivo «correction».',
  record: 'Registro',
  text: 'Aviso',
  opened: 'Recibido (UTC)',
  released: 'Publicado (UTC)',
  fixed: 'Corregido (UTC)',
  timeToFix: 'Tiempo hasta corregirlo',
  notFixed: 'todavía no',
  earlier: 'Avisos anteriores',
  report: 'Comunicar un error',
  reportLead: '¿Qué está mal en este registro y dónde podemos ver lo correcto?',
  textLabel: 'Qué está mal',
  textHint:
    'Como máximo {count} caracteres. El texto puede hacerse público. No escriba nombres de particulares, direcciones, teléfonos ni correos electrónicos.',
  textExpected: 'Qué está mal: se esperaban de 1 a {count} caracteres de texto simple, sin caracteres de control.',
  send: 'Enviar el aviso',
  sent: 'El aviso ha llegado. Es el número {id} y será público cuando un operador lo publique.',
  throttled: 'Llegan demasiados avisos de su red. Inténtelo de nuevo en {seconds} segundos.',
  full: 'Demasiados avisos esperan al operador. Inténtelo otro día.',
  wrongRecord:
    'El enlace está incompleto: debe terminar con un tipo de registro y su identificador, como record=contest/123.',
  unknownRecord: 'Los datos no tienen ese registro. Puede que se haya eliminado.',
  refused: 'La página no se puede mostrar',
  refused403: 'El formulario no se envió desde esta página. Ábrala de nuevo y envíelo otra vez.',
  refused404: 'No existe esa página.',
  refused413: 'El texto es demasiado largo.',
  refused429: 'Demasiadas solicitudes. Inténtelo de nuevo en un minuto.',
  refused503: 'El servicio no puede recibir avisos ahora. Inténtelo más tarde.',
  refusedOther: 'La solicitud no se puede contestar.',
  back: 'A las correcciones',
  reference: 'Referencia para el operador: {id}',
  problemOne: 'Hay un problema:',
  problemMany: 'Hay problemas:',
}

export type Words = Readonly<Record<keyof typeof en, string>>

export const WORDS: Readonly<Record<Language, Words>> = { en, es }
