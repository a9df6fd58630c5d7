import type { endpoints, OutputOf } from '@emberwatch/contract'
import { useState } from 'react'
import { useWrite } from '../../../api/hooks.ts'

type Unmasking = typeof endpoints.customer.unmask
type Texts = Readonly<Record<string, string | null>>

/** Whether some of its data is masked for the caller. */
export const isMasked = (...texts: readonly (string | null)[]): boolean => texts.some((text) => text?.includes('*'))

interface Versioned {
  readonly id: number
  readonly version: number
}

/** Unmasked data stays visible until the row changes or the page is left; every request is audited. */
export const useUnmask = (entry: Unmasking) => {
  const [seen, setSeen] = useState<ReadonlyMap<number, { version: number; full: OutputOf<Unmasking> }>>(new Map())
  const { mutateAsync } = useWrite(entry)
  return {
    /** The row with the unmasked values in place of the masked ones. */
    inFull: <Row extends Versioned>(row: Row): Row => {
      const known = seen.get(row.id)
      // Another version of the row may have another number.
      return known?.version === row.version ? { ...row, ...(known.full as Texts) } : row
    },
    show: async ({ id, version }: Versioned): Promise<void> => {
      const full = await mutateAsync({ id })
      setSeen((old) => new Map(old).set(id, { version, full }))
    },
  }
}
