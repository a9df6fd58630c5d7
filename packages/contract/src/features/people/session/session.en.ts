import type { texts as zh } from './session.zh.ts'

export const texts: typeof zh = {
  subjects: {
    session: 'Session',
  },
  fields: {
    oldPwd: 'Old password',
    newPwd: 'New password',
    captcha: 'Verification code',
    captchaId: 'Verification code',
    lastLoginTime: 'Last sign-in',
    companyCode: 'Company code',
  },
  errors: {
    wrongCaptcha: 'The verification code is wrong or has expired. Please try the new one.',
    accountLocked: 'Too many wrong passwords or codes. Please try again in {{minutes}} min.',
    accountDisabled: 'This account is disabled, or its validity has ended. Please contact your company.',
    companyDisabled: 'The company “{{company}}” is disabled, so nobody can sign in or register.',
    companyExpired: 'The service of the company “{{company}}” has expired, so nobody can sign in or register.',
    wrongOldPassword: 'The old password is wrong. Please enter your current password.',
    companyCodeUnknown: 'The company domain or code is unknown.',
    companyCodeEmpty: 'The company domain or code is empty.',
    captchaMissing: 'Enter the verification code.',
    registrationPending: 'Your registration is still waiting for the approval of the company.',
    proofNeeded: 'Enter your password to change your phone number or e-mail address.',
    ticketInvalid: 'This sign-in link has expired or has been used. Please ask for a new one.',
    weakPassword:
      'The password needs at least {{length}} characters of at least {{kinds}} kinds: lower-case letters, upper-case letters, digits, other characters.',
    commonPassword: 'This password is too common and would soon be guessed. Please choose another one.',
    usedPassword: 'This is one of your last {{count}} passwords. Please choose another one.',
    samePassword: 'The new password must differ from the old one.',
    wrongPassword: 'The password is wrong. Please enter the one you sign in with.',
    wrongCode: 'The code is wrong or has been used. Please wait for the next one in your authenticator app.',
    signInPaused: 'Somebody is guessing passwords at the moment. Please wait {{seconds}} s before signing in again.',
    signInStepEnded: 'That took too long, or there were too many wrong codes. Please sign in again.',
  },
  reasons: {
    ticketTwoStep: 'this account uses two-step sign-in, or has to, so only its owner can sign in',
    ticketPassword: 'the owner of this account has to choose a new password first',
    twoStepOn: 'two-step sign-in is already on, or its set-up has not been started',
    twoStepOff: 'two-step sign-in is off',
    twoStepRequired: 'your role requires two-step sign-in, so it stays on',
  },
}
