import { settingDefaults } from '@emberwatch/contract'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, linkPortNames, loadConfig } from './config.ts'

const problem = (env: Record<string, string>): string => {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

describe('loadConfig', () => {
  test('an empty environment gives the documented defaults', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: ' ' })).toEqual({
      production: false,
      host: '127.0.0.1',
      port: 8080,
      mqttPort: 1883,
      mqttPlain: true,
      mqttTls: undefined,
      linkPorts: {},
      mqttProxies: [],
      dataDir: resolve('data'),
      databaseUrl: undefined,
      mqttUrl: undefined,
      mqttClientId: 'emberwatch',
      adminPassword: undefined,
      demoPassword: undefined,
      backupPassphrase: undefined,
      httpIdleS: 75,
      defaultAccountPassword: undefined,
      captcha: 'image',
      logLevel: 'warn',
      roles: new Set(['api', 'ingest', 'jobs']),
      metricsToken: undefined,
      otlpUrl: undefined,
      sessionHours: 12,
      sessionDays: 30,
      settings: settingDefaults,
      defaults: settingDefaults,
      allowedDomains: [],
      apkLimit: 200 * 2 ** 20,
      firmwareLimit: 32 * 2 ** 20,
      upgradeDownloads: 200,
      upgradeSilenceS: 120,
      upgradeUrl: undefined,
      publicUrl: undefined,
      attachmentLimit: 20 * 2 ** 20,
      planAheadDays: 7,
      amapKey: undefined,
      amapSecurityCode: undefined,
      amapServiceKey: undefined,
      amapScriptUrl: 'https://webapi.amap.com/maps',
      amapServiceUrl: 'https://restapi.amap.com',
    })
  })

  test('values are parsed', () => {
    const config = loadConfig({
      PORT: '9000',
      ROLES: 'ingest, jobs',
      LOG_LEVEL: 'INFO',
      CAPTCHA: 'off',
      DATA_DIR: '/srv/x',
      APK_LIMIT_MB: '1',
    })
    expect(config).toMatchObject({ port: 9000, logLevel: 'info', captcha: 'off', dataDir: resolve('/srv/x'), apkLimit: 2 ** 20 })
    expect([...config.roles]).toEqual(['ingest', 'jobs'])
  })

  test.each([
    ['PORT', '80a'],
    ['OTLP_URL', 'collector:4317'],
    ['PORT', '65536'],
    ['MQTT_PORT', '-1'],
    ['MQTT_TLS_PORT', 'secure'],
    ...Object.values(linkPortNames).flatMap((name): [string, string][] => [
      [name, 'open'],
      [name, '65536'],
    ]),
    ['MQTT_TLS_CERT', 'cert.pem'],
    ['MQTT_TLS_KEY', 'key.pem'],
    ['MQTT_PLAIN', 'off'],
    ['MQTT_PLAIN', 'never'],
    ['MQTT_PROXIES', 'balancer.example'],
    ['MQTT_PROXIES', '10.0.0.0/33'],
    ['MQTT_PROXIES', '10.0.0.1,/8'],
    ['MQTT_PROXIES', ' , '],
    ['ALLOWED_DOMAINS', ','],
    ['CAPTCHA', 'text'],
    ['LOG_LEVEL', 'loud'],
    ['ROLES', 'api,web'],
    ['ROLES', ','],
    ['DATABASE_URL', 'mysql://host/db'],
    ['MQTT_URL', 'host:1883'],
    ['ADMIN_PASSWORD', 'short'],
    ['SESSION_HOURS', '0'],
    ['APK_LIMIT_MB', '1.5'],
  ])('%s=%s is refused in one line that names it', (name, value) => {
    const message = problem({ [name]: value })
    expect(message).toContain(name)
    expect(message.split('\n')).toHaveLength(1)
  })

  test('all bad values are reported together, and none repeats a secret', () => {
    const message = problem({ PORT: 'x', DATABASE_URL: 'mysql://user:hidden-word@host', DEMO_PASSWORD: 'tiny!' })
    expect(message.split('\n')).toHaveLength(3)
    expect(message).not.toContain('hidden-word')
    expect(message).not.toContain('tiny!')
  })

  test('the captcha cannot be switched off in production', () => {
    expect(problem({ CAPTCHA: 'off', NODE_ENV: 'production' })).toContain('CAPTCHA=off is refused')
  })

  test('two listeners cannot share a port unless the broker is external', () => {
    expect(problem({ PORT: '1883' })).toContain('MQTT_PORT')
    expect(problem({ PORT: '1883', MQTT_URL: 'mqtt://host' })).toBe('')
  })

  test.each(Object.entries(linkPortNames))(
    'the port of %s is closed unless %s is set, and is no other listener’s',
    (protocol, name) => {
      expect(loadConfig({ [name]: ' ' }).linkPorts).toEqual({})
      expect(loadConfig({ [name]: '26875' }).linkPorts).toEqual({ [protocol]: 26_875 })
      // 0 is any free port, for each listener another.
      expect(loadConfig({ [name]: '0', PORT: '0', MQTT_PORT: '0' }).linkPorts).toEqual({ [protocol]: 0 })
      const tls = { MQTT_TLS_CERT: 'cert.pem', MQTT_TLS_KEY: 'key.pem' }
      for (const taken of ['8080', '1883', '8883']) expect(problem({ ...tls, [name]: taken })).toContain(`${name} is ${taken}`)
      expect(problem({ [name]: '1883', MQTT_PLAIN: 'off', ...tls })).toBe('')
      expect(problem({ [name]: '1883', MQTT_URL: 'mqtt://host' })).toBe('')
      for (const other of Object.values(linkPortNames).filter((each) => each !== name))
        expect(problem({ [name]: '9000', [other]: '9000' })).toContain(`${name} is 9000`)
    },
  )
})
