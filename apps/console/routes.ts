// Lists every page and form of the console. To add one, add a file here and a line below.

import {
  answerAccounts,
  answerErase,
  answerReject,
  eraseAccount,
  rejectAccounts,
  setAccountPlan,
  setStatus,
} from './accounts.ts'
import { answerAudit } from './audit.ts'
import { answerCorrections, decideCorrection } from './corrections.ts'
import { answerEditor, closeDesk, grantEndorser, inviteEditor, revokeEndorser } from './editors.ts'
import { answerHome } from './home.ts'
import { acceptInvitation, answerInvitation } from './invitation.ts'
import { answerKey, changeKey, revokeKey } from './key.ts'
import { createKey } from './keys.ts'
import { answerPassword, changePassword } from './password.ts'
import { answerPlans, setPlan } from './plans.ts'
import {
  answerSecondFactor,
  beginSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  setSecondFactor,
} from './second-factor.ts'
import { answerSignIn, answerSignInCode, cancelSignIn, signIn, signInWithCode, signOut } from './sign-in.ts'
import { answerSignUp, signUp } from './sign-up.ts'
import type { ConsoleRoute } from './visit.ts'

/** Also open to an operator who must still set a second factor. */
const SECOND_FACTOR = { who: 'account', beforeSecondFactor: true } as const

export const consoleRoutes: readonly ConsoleRoute[] = [
  { method: 'GET', path: '/console', who: 'account', answer: answerHome },
  { method: 'GET', path: '/console/sign-up', who: 'anybody', answer: answerSignUp },
  { method: 'POST', path: '/console/sign-up', who: 'anybody', answer: signUp },
  { method: 'GET', path: '/console/sign-in', who: 'anybody', answer: answerSignIn },
  { method: 'POST', path: '/console/sign-in', who: 'anybody', answer: signIn },
  { method: 'GET', path: '/console/sign-in/code', who: 'anybody', answer: answerSignInCode },
  { method: 'POST', path: '/console/sign-in/code', who: 'anybody', answer: signInWithCode },
  { method: 'POST', path: '/console/sign-in/cancel', who: 'anybody', answer: cancelSignIn },
  { method: 'GET', path: '/console/invitation', who: 'anybody', answer: answerInvitation },
  { method: 'POST', path: '/console/invitation', who: 'anybody', answer: acceptInvitation },
  { method: 'POST', path: '/console/sign-out', ...SECOND_FACTOR, answer: signOut },
  { method: 'GET', path: '/console/password', ...SECOND_FACTOR, answer: answerPassword },
  { method: 'POST', path: '/console/password', ...SECOND_FACTOR, answer: changePassword },
  { method: 'GET', path: '/console/second-factor', ...SECOND_FACTOR, answer: answerSecondFactor },
  { method: 'POST', path: '/console/second-factor', ...SECOND_FACTOR, answer: setSecondFactor },
  { method: 'POST', path: '/console/second-factor/begin', ...SECOND_FACTOR, answer: beginSecondFactor },
  { method: 'POST', path: '/console/second-factor/recovery-codes', ...SECOND_FACTOR, answer: renewRecoveryCodes },
  { method: 'POST', path: '/console/second-factor/remove', ...SECOND_FACTOR, answer: removeSecondFactor },
  { method: 'POST', path: '/console/keys', who: 'approved', answer: createKey },
  { method: 'GET', path: '/console/keys/{id}', who: 'approved', answer: answerKey },
  { method: 'POST', path: '/console/keys/{id}', who: 'approved', answer: changeKey },
  { method: 'POST', path: '/console/keys/{id}/revoke', who: 'approved', answer: revokeKey },
  { method: 'GET', path: '/console/accounts', who: 'operator', answer: (visit) => answerAccounts(visit) },
  { method: 'POST', path: '/console/accounts/status', who: 'operator', answer: setStatus },
  { method: 'GET', path: '/console/accounts/reject', who: 'operator', answer: answerReject },
  { method: 'POST', path: '/console/accounts/reject', who: 'operator', answer: rejectAccounts },
  { method: 'GET', path: '/console/accounts/{id}/erase', who: 'operator', answer: (visit) => answerErase(visit) },
  { method: 'POST', path: '/console/accounts/{id}/erase', who: 'operator', answer: eraseAccount },
  { method: 'GET', path: '/console/accounts/{id}/editor', who: 'operator', answer: (visit) => answerEditor(visit) },
  { method: 'POST', path: '/console/accounts/{id}/editor/grant', who: 'operator', answer: grantEndorser },
  { method: 'POST', path: '/console/accounts/{id}/editor/revoke', who: 'operator', answer: revokeEndorser },
  { method: 'POST', path: '/console/accounts/{id}/editor/close', who: 'operator', answer: closeDesk },
  { method: 'POST', path: '/console/accounts/{id}/editor/invite', who: 'operator', answer: inviteEditor },
  { method: 'POST', path: '/console/accounts/plan', who: 'operator', answer: setAccountPlan },
  { method: 'GET', path: '/console/plans', who: 'operator', answer: answerPlans },
  { method: 'POST', path: '/console/plans', who: 'operator', answer: setPlan },
  { method: 'GET', path: '/console/corrections', who: 'operator', answer: (visit) => answerCorrections(visit) },
  { method: 'POST', path: '/console/corrections', who: 'operator', answer: decideCorrection },
  { method: 'GET', path: '/console/audit', who: 'operator', answer: answerAudit },
]
