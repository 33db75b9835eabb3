// Textos en español de las páginas de correcciones.

import type { en } from './en.ts'

export const es: Readonly<Record<keyof typeof en, string>> = {
  log: 'Correcciones',
  logLead:
    'Lo que se comunicó como erróneo y cuándo se corrigió. Un operador publica cada aviso. El texto es lo que la persona escribió: nadie ha comprobado que sea cierto.',
  logEmpty: 'No hay avisos públicos.',
  fixTimes:
    'Corregidos: {fixed}. La mitad tardó como máximo {median} desde el aviso hasta la publicación que lo corrigió, y el 90 % como máximo {p90}.',
  noFixTimes: 'Todavía no se ha corregido ningún aviso.',
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
