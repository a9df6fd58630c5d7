import type { endpoints, InputOf } from '@emberwatch/contract'
import { randomBytes } from 'node:crypto'

type CreateInput = InputOf<typeof endpoints.distributor.create>

/** The reason of a refusal, or `ok`. */
export const reasonOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    (error: Error) => error.message,
  )

/** The form of a new company, with unique codes. */
export const newCompany = (more: Partial<CreateInput> = {}): CreateInput => {
  const mark = randomBytes(4).toString('hex')
  return {
    name: `Company ${mark}`,
    orgCode: `C-${mark}`,
    contacter: 'Front desk',
    phone: '13800000000',
    adminAccount: `adm${mark}`,
    adminName: 'Administrator',
    ...more,
  }
}
