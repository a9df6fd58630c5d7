import { input, instant, nullable, oneOf, optional, text, Type, type Static, pick } from '../../../kernel/schema.ts'

const whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })

/**
 * The settings of the operating company for the whole installation, with their limits. Alarms, faults, orders, device reports and
 * the audit log are kept for good: there is no setting for them. Network logs are kept for at least six months (Cybersecurity Law,
 * article 21), measured values for at least a year.
 */
const ruled = {
  apiLogMonths: whole(6, 120),
  mqttLogMonths: whole(6, 120),
  loginLogMonths: whole(6, 120),
  deviceValueMonths: whole(12, 120),
  /** Months for ended commands and runs of linked rules. */
  commandMonths: whole(6, 120),
  exportDays: whole(1, 90),
  /** Megabytes of uploads for a company without a quota of its own, including those below it. 0: no limit. */
  defaultStorageMb: whole(0, 100_000_000),
  passwordMin: whole(6, 16),
  /** How many kinds of characters are required: lower case, upper case, digits, others. */
  passwordKinds: whole(1, 4),
  /** Days after which a password must be replaced. 0: never. */
  passwordAgeDays: whole(0, 3_650),
  /** Number of earlier passwords that cannot be used again. */
  passwordReuse: whole(0, 10),
  /** Hours after which an unused session ends, and days after which any session ends. */
  sessionHours: whole(1, 8_760),
  sessionDays: whole(1, 365),
  /** Wrong passwords from one address until the account is locked for it, and for how long. */
  wrongPasswords: whole(3, 20),
  lockOutMinutes: whole(5, 1_440),
  /** Orders of these kinds can only be assigned to engineers whose certificate has not expired. */
  certificateKinds: Type.Array(oneOf('orderKind'), { uniqueItems: true }),
}

const map = { mapProvider: oneOf('mapProvider'), mapKey: text(100), mapSecurityCode: text(100) }

/** A setting that is left out has its default. */
const optionals = {
  apiLogMonths: optional(ruled.apiLogMonths),
  mqttLogMonths: optional(ruled.mqttLogMonths),
  loginLogMonths: optional(ruled.loginLogMonths),
  deviceValueMonths: optional(ruled.deviceValueMonths),
  commandMonths: optional(ruled.commandMonths),
  exportDays: optional(ruled.exportDays),
  defaultStorageMb: optional(ruled.defaultStorageMb),
  passwordMin: optional(ruled.passwordMin),
  passwordKinds: optional(ruled.passwordKinds),
  passwordAgeDays: optional(ruled.passwordAgeDays),
  passwordReuse: optional(ruled.passwordReuse),
  sessionHours: optional(ruled.sessionHours),
  sessionDays: optional(ruled.sessionDays),
  wrongPasswords: optional(ruled.wrongPasswords),
  lockOutMinutes: optional(ruled.lockOutMinutes),
  certificateKinds: optional(ruled.certificateKinds),
  mapProvider: optional(map.mapProvider),
  mapKey: optional(map.mapKey),
  mapSecurityCode: optional(map.mapSecurityCode),
}
export const chosenSettings = Type.Object(optionals)
/** What the operating company has chosen. */
export type ChosenSettings = Static<typeof chosenSettings>

const effective = Type.Object(ruled)
/** The effective value: chosen, or the default. */
export type EffectiveSettings = Static<typeof effective>

export const settingDefaults: EffectiveSettings = {
  apiLogMonths: 13,
  mqttLogMonths: 13,
  loginLogMonths: 13,
  deviceValueMonths: 13,
  commandMonths: 13,
  exportDays: 7,
  defaultStorageMb: 0,
  passwordMin: 6,
  passwordKinds: 1,
  passwordAgeDays: 0,
  passwordReuse: 0,
  sessionHours: 12,
  sessionDays: 30,
  wrongPasswords: 5,
  lockOutMinutes: 15,
  certificateKinds: [],
}

/** 0 as long as the settings have never been changed. */
const version = () => Type.Integer({ minimum: 0, maximum: 2_147_483_647 })
export const settingsAnswer = Type.Object({
  chosen: chosenSettings,
  /** The defaults: from the installation's environment, or the product's own. */
  defaults: effective,
  version: version(),
  updatedAt: nullable(instant()),
  updatedBy: nullable(Type.String()),
})
export const settingsInput = input({ version: version(), ...optionals })
export const passwordRules = pick(effective, ['passwordMin', 'passwordKinds', 'passwordReuse'])

export const consoleAddresses = Type.Object({
  /** PUBLIC_URL, without a slash at the end. Null: not set. */
  publicUrl: nullable(Type.String()),
  /** Addresses of the server's machine in its networks, with the port, for staff of the operating company. Empty: none, or it does not listen there. */
  own: Type.Array(Type.String()),
})

/** The requirements for a password chosen by a person. */
export type PasswordRules = Static<typeof passwordRules>

/** How many of: lower case, upper case, digits, others. */
const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{Ll}\p{Lu}\p{N}]/u]

/** Whether a password meets the settings' requirements, so that a form can tell before it is sent. */
export const isStrongPassword = (
  { passwordMin, passwordKinds }: Pick<PasswordRules, 'passwordMin' | 'passwordKinds'>,
  password: string,
): boolean => password.length >= passwordMin && kinds.filter((kind) => kind.test(password)).length >= passwordKinds
