import type { endpoints, OutputOf } from '@emberwatch/contract'
import { useState } from 'react'
import { useWrite } from '../../api/hooks.ts'

type Unmasking = typeof endpoints.customer.unmask
type Texts = Readonly<Record<string, string | null>>

/** Is something of it hidden from the caller? */
export const isMasked = (...texts: readonly (string | null)[]): boolean => texts.some((text) => text?.includes('*'))

/** What has been asked for in full stays in sight until the page is left; every asking is audited. */
export const useUnmask = (entry: Unmasking) => {
  const [seen, setSeen] = useState<ReadonlyMap<number, OutputOf<Unmasking>>>(new Map())
  const { mutateAsync } = useWrite(entry)
  return {
    /** The row with what has been asked for in place of what is masked. */
    inFull: <Row extends { id: number }>(row: Row): Row => ({ ...row, ...(seen.get(row.id) as Texts | undefined) }),
    show: async (id: number): Promise<void> => {
      const full = await mutateAsync({ id })
      setSeen((old) => new Map(old).set(id, full))
    },
  }
}
