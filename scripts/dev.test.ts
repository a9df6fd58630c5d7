import { expect, test } from 'vitest'
import { loadConfig } from '../packages/server/src/config.ts'
import { dataDir, developmentEnvironment, urlOf } from './dev.ts'

const own = 'postgresql://emberwatch_app@%2Fdata-dev%2Frun:5432/emberwatch'

test('development keeps away from production, whatever the environment says', () => {
  const production = {
    NODE_ENV: 'production',
    DATA_DIR: '/var/lib/emberwatch',
    DATABASE_URL: 'postgresql://production/emberwatch',
    MQTT_URL: 'mqtts://production',
    OTLP_URL: 'https://production.example/v1/traces',
    ROLES: 'api',
  }
  const config = loadConfig(developmentEnvironment(production, own))
  expect(config).toMatchObject({ production: false, dataDir, databaseUrl: own, mqttUrl: undefined, otlpUrl: undefined })
  expect([...config.roles]).toEqual(['api', 'ingest', 'jobs'])
  const { port, mqttPort } = loadConfig({})
  expect([config.port, config.mqttPort]).not.toEqual([port, mqttPort])
})

test('ports and password may be chosen, and without a choice there is a password for all restarts', () => {
  const chosen = loadConfig(developmentEnvironment({ PORT: '9000', DEMO_PASSWORD: 'Chosen-one' }, own))
  expect(chosen).toMatchObject({ port: 9000, demoPassword: 'Chosen-one' })
  expect(loadConfig(developmentEnvironment({}, own)).demoPassword).toEqual(expect.any(String))
})

test('the address of the embedded database holds its socket, or its port and password', () => {
  expect(urlOf({ user: 'a', host: '/data-dev/run', port: 5432, database: 'b' })).toBe('postgresql://a@%2Fdata-dev%2Frun:5432/b')
  expect(urlOf({ user: 'a', password: 'p/w', host: '127.0.0.1', port: 1, database: 'b' })).toBe(
    'postgresql://a:p%2Fw@127.0.0.1:1/b',
  )
})
