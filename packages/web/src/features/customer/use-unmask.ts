import type { endpoints, OutputOf } from '@emberwatch/contract'
import { useState } from 'react'
import { useWrite } from '../../api/hooks.ts'

type Unmasking = typeof endpoints.customer.unmask
type Texts = Readonly<Record<string, string | null>>

/** Is something of it hidden from the caller? */
export const isMasked = (...texts: readonly (string | null)[]): boolean => texts.some((text) => text?.includes('*'))

interface Versioned {
  readonly id: number
  readonly version: number
}

/** What has been asked for in full stays in sight until the row is changed or the page is left; every asking is audited. */
export const useUnmask = (entry: Unmasking) => {
  const [seen, setSeen] = useState<ReadonlyMap<number, { version: number; full: OutputOf<Unmasking> }>>(new Map())
  const { mutateAsync } = useWrite(entry)
  return {
    /** The row with what has been asked for in place of what is masked. */
    inFull: <Row extends Versioned>(row: Row): Row => {
      const known = seen.get(row.id)
      // Of another version the number may be another one.
      return known?.version === row.version ? { ...row, ...(known.full as Texts) } : row
    },
    show: async ({ id, version }: Versioned): Promise<void> => {
      const full = await mutateAsync({ id })
      setSeen((old) => new Map(old).set(id, { version, full }))
    },
  }
}
