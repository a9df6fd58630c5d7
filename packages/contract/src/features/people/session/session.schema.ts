import { enums } from '../../../enums.ts'
import { limits } from '../../../kernel/limits.ts'
import {
  fileRef,
  id,
  input,
  instant,
  nullable,
  oneOf,
  optional,
  ruled,
  text,
  Type,
  type Static,
  record,
} from '../../../kernel/schema.ts'

const password = (max: number) => Type.String({ minLength: limits.passwordMin, maxLength: max })

export const loginInput = input({
  account: text(40),
  password: text(100),
  code: optional(text(12)),
  captchaId: optional(text(64)),
})

/** The session's token. For an account with two-step sign-in: the ticket to send with the code (`loginCode`); there is no session yet. */
export const loginAnswer = Type.Union([Type.String(), Type.Object({ secondStep: Type.String() })])

/** Changing how an account signs in requires the password again. */
export const ownPassword = input({ password: text(100) })

export const twoStepState = Type.Object({
  enabled: Type.Boolean(),
  /** A role requires it, so it cannot be switched off. */
  required: Type.Boolean(),
  since: nullable(instant()),
  recoveryCodesLeft: Type.Integer(),
})
/** Shown once. Each allows one sign-in without the authenticator. */
export const recoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) })

/** One image; `image` is a data URL. `required` is false if captchas are switched off. */
export const captcha = Type.Object({ captchaId: Type.String(), image: Type.String(), required: Type.Boolean() })

export const userInfo = Type.Object({
  id: id(),
  account: Type.String(),
  name: Type.String(),
  phone: nullable(Type.String()),
  email: nullable(Type.String()),
  avatar: nullable(Type.String()),
  /** In which SMS, calls and mails speak to the user. Null: in the company's language. */
  language: nullable(oneOf('callLanguage')),
  roleNames: Type.Array(Type.String()),
  /** The last sign-in before the current one. */
  lastLoginTime: nullable(instant()),
  accountType: oneOf('accountType'),
  companyId: id(),
  companyName: Type.String(),
  /** The organisation code, which leads back to the company's sign-in page. */
  companyCode: Type.String(),
  /** The company's time zone, used where there is no site. */
  timeZone: Type.String(),
  /** Whether the company wants name and time as a watermark on every page. */
  watermark: Type.Boolean(),
  customerId: nullable(id()),
  operations: Type.Array(Type.String()),
  /** Projects of other companies that the account's company has joined, and its rights there. */
  joined: Type.Array(Type.Object({ id: id(), rights: Type.Array(oneOf('joinRight')) })),
  mustChangePassword: Type.Boolean(),
  mustSetUpTwoStep: Type.Boolean(),
  /** The name of the user who signed in as this account by a ticket. Null for the account's own holder. */
  issuer: nullable(Type.String()),
  /** The user's preferences by page, such as shown columns or muted sound. */
  preferences: record(Type.Unknown()),
})
export type UserInfo = Static<typeof userInfo>

/** A session of the caller. `current` is the one in use, `issuer` the user who opened it by a ticket. */
export const ownSession = Type.Object({
  id: id(),
  createdAt: instant(),
  lastSeenAt: instant(),
  ip: nullable(Type.String()),
  userAgent: nullable(Type.String()),
  issuer: nullable(Type.String()),
  current: Type.Boolean(),
})
export type OwnSession = Static<typeof ownSession>

export const branding = Type.Object({
  companyId: id(),
  accountType: Type.Unsafe<(typeof enums.companyType)[number]>({ type: 'string', enum: [...enums.companyType] }),
  bigFeatures: nullable(Type.String()),
  smallFeatures: nullable(Type.String()),
  loginBgLogo: nullable(Type.String()),
  loginLogo: nullable(Type.String()),
  platformName: nullable(Type.String()),
  filingNotice: nullable(Type.String()),
  appDownloadUrl: nullable(Type.String()),
  /** Colour of the buttons on the sign-in page, `#rrggbb`. */
  primaryColour: nullable(Type.String()),
  supportPhone: nullable(Type.String()),
  /** The code for registering. Null on a sign-in page that belongs to no particular company. */
  orgCode: nullable(Type.String()),
})
export type Branding = Static<typeof branding>

/** Preferences that only the account holder may change, not somebody signed in as them: nobody can turn off the sound of another person's fires. */
export const holderOnlyPreferences: ReadonlySet<string> = new Set(['alarmSound'])

export const changePasswordInput = input({ oldPwd: text(100), newPwd: password(limits.passwordMax) })
export const updateInfoInput = input({
  name: text(40),
  phone: ruled('phone'),
  email: optional(ruled('email', { maxLength: 120 })),
  avatar: optional(fileRef()),
  language: optional(oneOf('callLanguage')),
  /** For a new phone or email, if the session's last proof (sign-in or password) is older than `limits.proofFresh`. */
  password: optional(text(100)),
})
export const registerInput = input({
  companyCode: text(30),
  account: ruled('account'),
  name: text(40),
  phone: ruled('phone'),
  email: optional(ruled('email', { maxLength: 120 })),
  password: password(limits.passwordMax),
  code: optional(text(12)),
  captchaId: optional(text(64)),
})
