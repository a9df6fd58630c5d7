import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every migration that has been released, with the digest of its text: it stands in databases, so it never changes again. */
export type Released = Readonly<Record<string, string>>

const dir = join(import.meta.dirname, '../packages/server/migrations')
const list = join(dir, 'released.json')

/** The digest that `migrate` keeps in a database, too: line ends depend on how the code was checked out. */
export const digestOf = (text: string): string => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

/** What is wrong with the migrations, one line each. */
export const judge = (released: Released, files: Released): string[] => {
  const names = Object.keys(released).sort()
  const last = names.at(-1) ?? ''
  return [
    ...names
      .filter((name) => files[name] !== released[name])
      .map((name) => (name in files ? `${name} was changed after its release` : `${name} is missing, but was released`))
      .map((problem) => `${problem}: restore it, and put the change into a new migration`),
    ...Object.keys(files)
      .filter((name) => !(name in released) && name < last)
      .map((name) => `${name} comes before ${last}, which was released: give it a higher number`),
  ]
}

const readFiles = (): Released =>
  Object.fromEntries(
    readdirSync(dir)
      .filter((name) => /^\d{4}-.*\.ts$/.test(name))
      .sort()
      .map((name) => [name, digestOf(readFileSync(join(dir, name), 'utf8'))]),
  )

/** `node scripts/check-migrations.ts` judges; with `--release` it adds what is new, once a version goes out. */
if (import.meta.main) {
  const released = JSON.parse(readFileSync(list, 'utf8')) as Released
  const files = readFiles()
  const problems = judge(released, files)
  for (const problem of problems) process.stdout.write(`${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
  else if (process.argv.includes('--release')) writeFileSync(list, `${JSON.stringify({ ...files, ...released }, null, 2)}\n`)
}
