import type { OrderDetail } from '@emberwatch/contract'
import { useCallback, useEffect, useState } from 'react'
import { distanceTo, locate, type Fix, type NoFix } from './position.ts'
import { canScan } from './qr-reader.ts'
import { addStep } from './offline-queue.ts'
import { Camera } from './scan.page.tsx'
import { t } from './texts.ts'
import { AreaField, Button, Notice, Sheet, TextField } from './ui.tsx'
import { useDraft } from './use-draft.ts'

/** The longest code that the call takes (contract: `scan`). */
const scanLength = 120

interface SignSheetProps {
  order: OrderDetail
  site: OrderDetail['sites'][number]
  onClose: () => void
}

/**
 * Signing in at an address: the phone's position, the distance, the reason if it is too far away, and the code that hangs there. The
 * server judges the code when the step is sent.
 */
export const SignSheet = ({ order, site, onClose }: SignSheetProps) => {
  const [found, setFound] = useState<Fix | NoFix>()
  const { value, set, clear } = useDraft(`${order.id}/sign/${site.id}`, { reason: '', scan: '' })
  const [tried, setTried] = useState(false)
  const [camera, setCamera] = useState<'off' | 'on' | 'failed'>('off')
  const seen = useCallback(
    (code: string) => {
      setCamera('off')
      // Somebody else's code may be longer. It must not keep the step from being accepted.
      set({ scan: code.slice(0, scanLength) })
    },
    [set],
  )
  const fail = useCallback(() => setCamera('failed'), [])
  const look = () => {
    setFound(undefined)
    void locate().then(setFound)
  }
  useEffect(look, [])
  const fix = typeof found === 'object' ? found : undefined
  const distance = fix ? distanceTo(site, fix) : null
  const isOutside = distance !== null && distance > site.radiusM
  const reason = value.reason.trim()
  const scan = value.scan.trim()

  const submit = async () => {
    setTried(true)
    if (!fix || (isOutside && reason === '')) return
    const { latitude, longitude, accuracyM } = fix
    await addStep(
      'sign',
      {
        id: order.id,
        siteId: site.id,
        latitude,
        longitude,
        coordinateSystem: 'WGS84',
        accuracyM,
        ...(reason === '' ? {} : { reason }),
        ...(scan === '' ? {} : { scan }),
      },
      { orderId: order.id, orderCode: order.code, about: site.name },
    )
    await clear()
    onClose()
  }

  return (
    <Sheet title={t.sign.title(site.name)} onClose={onClose}>
      <p>{site.address}</p>
      {found === undefined && <Notice tone="neutral">{t.sign.locating}</Notice>}
      {typeof found === 'string' && <Notice tone="fault">{t.sign[found]}</Notice>}
      {fix && (
        <>
          <Notice tone={isOutside ? 'fault' : 'normal'}>
            {distance === null ? t.sign.noPosition : t.sign.distance(distance, site.radiusM)} · {t.sign.accuracy(fix.accuracyM)}
          </Notice>
          {isOutside && (
            <>
              <p>{t.sign.outside}</p>
              <AreaField
                label={t.order.reason}
                maxLength={500}
                value={value.reason}
                onText={(text) => set({ reason: text })}
                error={tried && reason === '' ? t.sign.needReason : undefined}
              />
            </>
          )}
        </>
      )}
      {camera === 'on' && <Camera onCode={seen} onFail={fail} />}
      {camera === 'failed' && <Notice tone="fault">{t.scan.noCamera}</Notice>}
      <TextField
        label={t.optional(t.sign.scanCode)}
        hint={scan === '' ? t.sign.scanHint : t.sign.scanned}
        autoCapitalize="characters"
        autoComplete="off"
        maxLength={scanLength}
        value={value.scan}
        onText={(text) => set({ scan: text })}
      />
      {canScan() && (
        <Button onClick={() => setCamera(camera === 'on' ? 'off' : 'on')}>
          {camera === 'on' ? t.sign.scanStop : t.sign.scan}
        </Button>
      )}
      <div className="m-actions">
        {fix && (
          <Button kind="primary" onClick={() => void submit()}>
            {t.sign.submit}
          </Button>
        )}
        {found !== undefined && <Button onClick={look}>{t.sign.locate}</Button>}
      </div>
    </Sheet>
  )
}
