import type { Rules } from '../zh/rules.ts'

export const rules: Rules = {
  required: 'required',
  account: 'use 6 to 20 letters or digits',
  phone: 'not a phone number (optional area prefix, 6 to 18 digits)',
  email: 'not an e-mail address',
  version: 'use the format X.x.xxx',
  pushUrl: 'must start with http or https',
  deviceCode: 'use 4 to 40 letters, digits, - or _',
  orgCode: 'use 2 to 30 letters, digits or -',
  minLength: 'at least {{limit}} characters',
  maxLength: 'at most {{limit}} characters',
  minimum: 'no less than {{limit}}',
  maximum: 'no more than {{limit}}',
  minItems: 'choose at least {{limit}}',
  maxItems: 'at most {{limit}} items',
  uniqueItems: 'contains duplicates',
  enum: 'not one of the choices',
  type: 'wrong format',
  pattern: 'wrong format',
  unknown: 'this field is not accepted',
  mismatch: 'the two passwords are not the same',
}
