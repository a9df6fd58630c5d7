import { follows, settingDefaults, type EffectiveSettings, type LinkProtocolName } from '@emberwatch/contract'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { StartupError } from './platform/startup-error.ts'

export const roles = ['api', 'ingest', 'jobs'] as const
export type Role = (typeof roles)[number]

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Every setting of the program. Sizes are in bytes, paths are absolute, an unset secret is `undefined`. */
export interface Config {
  readonly production: boolean
  readonly host: string
  readonly port: number
  /** Port of the embedded broker. Unused with `mqttUrl`. */
  readonly mqttPort: number
  /** Whether the embedded broker also listens without TLS. */
  readonly mqttPlain: boolean
  /** MQTT over TLS at the embedded broker: its port, and PEM files that are reloaded when they change. */
  readonly mqttTls: { readonly port: number; readonly certFile: string; readonly keyFile: string } | undefined
  /** The ports on which transmitters connect in a language of their own. Those that are not set are closed. */
  readonly linkPorts: Readonly<Partial<Record<LinkProtocolName, number>>>
  /** Load balancers, by address or network, that speak the PROXY protocol to the embedded broker. */
  readonly mqttProxies: readonly string[]
  readonly dataDir: string
  /** An external PostgreSQL. `undefined`: the embedded one under `dataDir`. */
  readonly databaseUrl: string | undefined
  /** An external MQTT broker. `undefined`: the embedded one. */
  readonly mqttUrl: string | undefined
  /** The name of this installation at the external broker, the same for all its processes. */
  readonly mqttClientId: string
  readonly adminPassword: string | undefined
  readonly demoPassword: string | undefined
  readonly defaultAccountPassword: string | undefined
  /** Encrypts backups. */
  readonly backupPassphrase: string | undefined
  /** Seconds after which an idle connection of the console is closed. A balancer in front must close its own earlier. */
  readonly httpIdleS: number
  readonly captcha: 'image' | 'off'
  readonly logLevel: LogLevel
  readonly roles: ReadonlySet<Role>
  /** The token for metrics and the API page. Without it a trial prints its own, and in production both are closed. */
  readonly metricsToken: string | undefined
  /** A trace collector (OTLP over HTTP). `undefined`: no traces. */
  readonly otlpUrl: string | undefined
  /** How many days before its due day a planned order is created. */
  readonly planAheadDays: number
  readonly sessionHours: number
  /** Days after which a session ends, however much it is used. */
  readonly sessionDays: number
  /** Domains that companies may use without the operating company's approval. `.example.com` covers all its subdomains. */
  readonly allowedDomains: readonly string[]
  /** Addresses of trusted reverse proxies (X-Forwarded-For), comma-separated. None by default. */
  readonly trustProxy: string | undefined
  readonly apkLimit: number
  readonly firmwareLimit: number
  /** How many devices may download at a time, in the whole installation. */
  readonly upgradeDownloads: number
  /** Seconds of silence after which a device is given up for now; longer while it downloads or installs. */
  readonly upgradeSilenceS: number
  /** Where gateways download from. `undefined`: the address that they report to. */
  readonly upgradeUrl: string | undefined
  /** Where people reach the console from other machines and phones. `undefined`: unknown. */
  readonly publicUrl: string | undefined
  readonly attachmentLimit: number
  readonly amapKey: string | undefined
  /** What the operating company can set at run time (platform/settings.ts), with the values for what it does not set. */
  readonly settings: EffectiveSettings
  readonly defaults: EffectiveSettings
  /** The security code that AMap requires besides the browser key, and its server key if that is a different one. */
  readonly amapSecurityCode: string | undefined
  readonly amapServiceKey: string | undefined
  /** The addresses of AMap's script and service: its own, or those of a proxy. */
  readonly amapScriptUrl: string
  readonly amapServiceUrl: string
}

/** The variables that open the ports of receivers. */
export const linkPortNames = { gb26875: 'GB26875_PORT', siaDc09: 'DC09_PORT' } as const satisfies Record<LinkProtocolName, string>

/** The ports of receivers that are open. */
export const listedPorts = (ports: Config['linkPorts']): [LinkProtocolName, number][] =>
  (Object.keys(linkPortNames) as LinkProtocolName[]).flatMap((protocol) => {
    const port = ports[protocol]
    return port === undefined ? [] : [[protocol, port]]
  })

/** A setting has an invalid value. The message names the variable and says what to do. */
export class ConfigError extends StartupError {
  override name = 'ConfigError'
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads and checks all settings. Nothing else knows the variable names. An empty variable counts as not set. Throws a ConfigError that
 * lists every bad value, one per line.
 */
export const loadConfig = (env: Environment): Config => {
  const problems: string[] = []
  const text = (name: string): string | undefined => env[name]?.trim() || undefined

  const integer = (name: string, fallback: number, min: number, max: number, unset = String(fallback)): number => {
    const value = text(name)
    if (value === undefined) return fallback
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    problems.push(`${name}="${value}" is not a whole number from ${min} to ${max}: correct it, or unset it for ${unset}.`)
    return fallback
  }

  const choice = <T extends string>(name: string, choices: readonly T[], fallback: T): T => {
    const value = text(name)?.toLowerCase()
    if (value === undefined) return fallback
    const found = choices.find((each) => each === value)
    if (found === undefined) problems.push(`${name}="${value}" is unknown: use one of ${choices.join(', ')}.`)
    return found ?? fallback
  }

  // The value may contain a password, so it is never repeated in the message.
  const url = (name: string, protocols: readonly string[]): string | undefined => {
    const value = text(name)
    if (value === undefined) return undefined
    const example = `${protocols[0]}//user:password@host${name === 'DATABASE_URL' ? '/database' : ''}`
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      problems.push(
        `${name} is not a URL that starts with ${protocols.map((each) => `${each}//`).join(' or ')}: write it like ${example}.`,
      )
    }
    return value
  }

  // The rules for a password typed at sign-in (readings: 6 to 30 characters).
  const password = (name: string): string | undefined => {
    const value = text(name)
    if (value !== undefined && (value.length < 6 || value.length > 30)) {
      problems.push(`${name} must have 6 to 30 characters: choose another one, or unset it.`)
    }
    return value
  }

  // Whoever has the file may try passphrases for as long as they like.
  const passphrase = (name: string): string | undefined => {
    const value = text(name)
    if (value !== undefined && value.length < 12)
      problems.push(`${name} must have at least 12 characters: choose a longer one, or unset it.`)
    return value
  }

  const roleSet = (): ReadonlySet<Role> => {
    const names =
      text('ROLES')
        ?.split(',')
        .map((each) => each.trim().toLowerCase())
        .filter(Boolean) ?? roles
    const unknown = names.filter((name) => !roles.some((role) => role === name))
    if (unknown.length > 0 || names.length === 0) {
      problems.push(`ROLES="${env['ROLES']}" is unknown: list one or more of ${roles.join(',')} separated by commas.`)
    }
    return new Set(roles.filter((role) => names.includes(role)))
  }

  // Without an entry there would be no limit, or none that was meant.
  const isBlankList = (name: string, listed: readonly string[]): boolean => {
    const blank = text(name) !== undefined && listed.length === 0
    if (blank) problems.push(`${name}="${env[name]}" lists nothing: correct it, or unset it.`)
    return blank
  }

  const domains = (name: string): string[] => {
    const listed = (text(name)?.toLowerCase().split(',') ?? []).map((each) => each.trim().replace(/^\*\./, '.')).filter(Boolean)
    const wrong = listed.filter((each) => !follows('domain', each.replace(/^\./, '')))
    if (isBlankList(name, listed)) return []
    if (wrong.length > 0)
      problems.push(
        `${name} has no domain in "${wrong.join(', ')}": list names such as fire.example.com or .example.com, separated by commas.`,
      )
    return listed
  }

  const networks = (name: string): string[] => {
    const listed = (text(name)?.split(',') ?? []).map((each) => each.trim()).filter(Boolean)
    const wrong = listed.filter((each) => !isNetwork(each))
    if (isBlankList(name, listed)) return []
    if (wrong.length > 0)
      problems.push(`${name} has no address in "${wrong.join(', ')}": list addresses or networks such as 10.0.0.5 or 10.0.0.0/8.`)
    return wrong.length > 0 ? [] : listed
  }

  const linkPorts = (): Config['linkPorts'] =>
    Object.fromEntries(
      Object.entries(linkPortNames)
        .filter(([, name]) => text(name) !== undefined)
        .map(([protocol, name]) => [protocol, integer(name, 0, 0, 65_535, 'none')]),
    )

  const mqttTls = (): Config['mqttTls'] => {
    const [certFile, keyFile] = [text('MQTT_TLS_CERT'), text('MQTT_TLS_KEY')]
    const port = integer('MQTT_TLS_PORT', 8883, 0, 65_535)
    if (certFile !== undefined && keyFile !== undefined) return { port, certFile: resolve(certFile), keyFile: resolve(keyFile) }
    if (certFile !== undefined || keyFile !== undefined)
      problems.push('MQTT_TLS_CERT and MQTT_TLS_KEY belong together: set both, or neither.')
    return undefined
  }

  const megabyte = 1024 * 1024
  const production = text('NODE_ENV') === 'production'
  const sessions = {
    sessionHours: integer('SESSION_HOURS', 12, 1, 24 * 365),
    sessionDays: integer('SESSION_DAYS', 30, 1, 365),
  }
  const config: Config = {
    production,
    host: text('HOST') ?? '127.0.0.1',
    port: integer('PORT', 8080, 0, 65_535),
    mqttPort: integer('MQTT_PORT', 1883, 0, 65_535),
    mqttPlain: choice('MQTT_PLAIN', ['on', 'off'], 'on') === 'on',
    mqttTls: mqttTls(),
    linkPorts: linkPorts(),
    mqttProxies: networks('MQTT_PROXIES'),
    dataDir: resolve(text('DATA_DIR') ?? './data'),
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    mqttUrl: url('MQTT_URL', ['mqtt:', 'mqtts:', 'ws:', 'wss:']),
    mqttClientId: text('MQTT_CLIENT_ID') ?? 'emberwatch',
    adminPassword: password('ADMIN_PASSWORD'),
    demoPassword: password('DEMO_PASSWORD'),
    defaultAccountPassword: password('DEFAULT_ACCOUNT_PASSWORD'),
    backupPassphrase: passphrase('BACKUP_PASSPHRASE'),
    httpIdleS: integer('HTTP_IDLE_S', 75, 5, 3_600),
    captcha: choice('CAPTCHA', ['image', 'off'], 'image'),
    logLevel: choice('LOG_LEVEL', logLevels, 'warn'),
    roles: roleSet(),
    metricsToken: text('METRICS_TOKEN'),
    otlpUrl: url('OTLP_URL', ['http:', 'https:']),
    trustProxy: text('TRUST_PROXY'),
    planAheadDays: integer('PLAN_AHEAD_DAYS', 7, 0, 60),
    ...sessions,
    settings: { ...settingDefaults, ...sessions },
    defaults: { ...settingDefaults, ...sessions },
    allowedDomains: domains('ALLOWED_DOMAINS'),
    apkLimit: integer('APK_LIMIT_MB', 200, 1, 4096) * megabyte,
    firmwareLimit: integer('FIRMWARE_LIMIT_MB', 32, 1, 4096) * megabyte,
    upgradeDownloads: integer('UPGRADE_DOWNLOADS', 200, 1, 100_000),
    upgradeSilenceS: integer('UPGRADE_SILENCE_S', 120, 1, 86_400),
    upgradeUrl: url('UPGRADE_URL', ['https:', 'http:'])?.replace(/\/+$/, ''),
    publicUrl: url('PUBLIC_URL', ['https:', 'http:'])?.replace(/\/+$/, ''),
    attachmentLimit: integer('ATTACHMENT_LIMIT_MB', 20, 1, 4096) * megabyte,
    amapKey: text('AMAP_KEY'),
    amapSecurityCode: text('AMAP_SECURITY_CODE'),
    amapServiceKey: text('AMAP_SERVICE_KEY'),
    amapScriptUrl: url('AMAP_SCRIPT_URL', ['https:', 'http:']) ?? 'https://webapi.amap.com/maps',
    amapServiceUrl: url('AMAP_SERVICE_URL', ['https:', 'http:']) ?? 'https://restapi.amap.com',
  }
  if (config.captcha === 'off' && production) {
    problems.push('CAPTCHA=off is refused with NODE_ENV=production: unset CAPTCHA (or NODE_ENV for a test).')
  }
  if (config.port !== 0 && config.port === config.mqttPort && config.mqttUrl === undefined) {
    problems.push(`PORT and MQTT_PORT are both ${config.port}: choose two different ports.`)
  }
  if (!config.mqttPlain && config.mqttTls === undefined && config.mqttUrl === undefined) {
    problems.push('MQTT_PLAIN=off leaves gateways no way in: set MQTT_TLS_CERT and MQTT_TLS_KEY, or unset MQTT_PLAIN.')
  }
  const isEmbedded = config.mqttUrl === undefined
  const tlsPort = isEmbedded ? config.mqttTls?.port : undefined
  const plainPort = isEmbedded && config.mqttPlain ? config.mqttPort : undefined
  if (tlsPort !== undefined && tlsPort !== 0 && [config.port, plainPort].includes(tlsPort)) {
    problems.push(`MQTT_TLS_PORT is ${tlsPort} like another port: choose a different one.`)
  }
  for (const [protocol, port] of listedPorts(config.linkPorts)) {
    const others = [
      config.port,
      plainPort,
      tlsPort,
      ...listedPorts(config.linkPorts).flatMap((each) => (each[0] === protocol ? [] : [each[1]])),
    ]
    if (port !== 0 && others.includes(port))
      problems.push(`${linkPortNames[protocol]} is ${port} like another port: choose a different one.`)
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return config
}

/** An address, or a network in CIDR notation. */
const isNetwork = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return bits > 0 && rest.length === 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
}
