import { EyeOutlined } from '@ant-design/icons'
import type { OperationCode } from '@emberwatch/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../session/me.tsx'

/** Whether some of these texts is masked for the caller. */
export const isMasked = (...texts: readonly (string | null)[]): boolean => texts.some((text) => text?.includes('*'))

interface Versioned {
  readonly id: number
  readonly version: number
}

// Another version of the row may have another number.
export const keyOfMasked = ({ id, version }: Versioned): string => `${id} ${version}`

/**
 * What has been shown in full of masked rows. It stays visible until the row changes or the page is left.
 * @param ask asks the server for the data of a row, which is audited
 */
export const useUnmask = <Full extends object>(ask: (id: number) => Promise<Full>) => {
  const [seen, setSeen] = useState<ReadonlyMap<string, Full>>(new Map())
  return {
    isShown: (row: Versioned): boolean => seen.has(keyOfMasked(row)),
    /** The row with the full values in place of the masked ones. */
    inFull: <Row extends Versioned>(row: Row): Row => ({ ...row, ...seen.get(keyOfMasked(row)) }),
    show: async (row: Versioned): Promise<void> => {
      const full = await ask(row.id)
      setSeen((old) => new Map(old).set(keyOfMasked(row), full))
    },
  }
}
export type InFull = ReturnType<typeof useUnmask>['inFull']

interface UnmaskButtonProps {
  /** The operation that allows it. */
  op: OperationCode
  /** Whose data it is. */
  name: string
  onShow: () => Promise<void>
}

/** The button next to masked data, for those who may see it in full. */
export const UnmaskButton = ({ op, name, onShow }: UnmaskButtonProps) => {
  const { t } = useTranslation('kit')
  const can = useCan()
  const [busy, setBusy] = useState(false)
  if (!can(op)) return null
  const show = () => {
    setBusy(true)
    // A failure has been shown by the call.
    onShow()
      .catch(() => {})
      .finally(() => setBusy(false))
  }
  return (
    <Button
      type="text"
      size="small"
      loading={busy}
      icon={<EyeOutlined aria-hidden />}
      aria-label={t(($) => $.masked.showOf, { name })}
      title={t(($) => $.masked.show)}
      onClick={show}
    />
  )
}

/** A phone number, to be called once it is shown in full. */
export const Phone = ({ number }: { number: string }) =>
  isMasked(number) ? <span>{number}</span> : <a href={`tel:${number.replaceAll(/[^\d+]/g, '')}`}>{number}</a>
