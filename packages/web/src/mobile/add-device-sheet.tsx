import type { OrderDetail } from '@emberwatch/contract'
import { useCallback, useState, type SubmitEvent } from 'react'
import { call, useConnection } from './api.ts'
import { calls } from './calls.ts'
import { addStep } from './offline-queue.ts'
import { PhotoCode, Camera } from './scan.page.tsx'
import { canScan } from './qr-reader.ts'
import { t } from './texts.ts'
import { Button, Notice, Sheet, TextField } from './ui.tsx'

/** Adds a device that was not planned to an installation: found by its label, and recorded as installed. Looking up its code needs a network. */
export const AddDeviceSheet = ({ order, onClose }: { order: OrderDetail; onClose: () => void }) => {
  const offline = useConnection(({ offlineSince }) => offlineSince !== null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [camera, setCamera] = useState(false)

  const add = async (wanted: string) => {
    if (wanted === '') return setProblem(t.scan.empty)
    setBusy(true)
    setProblem(undefined)
    try {
      const found = await call(calls.installOrder.device, { code: wanted, projectId: order.projectId })
      if (order.devices.some(({ id }) => id === found.id)) setProblem(t.scan.alreadyHere)
      else if (found.projectId !== null && found.projectId !== order.projectId)
        setProblem(t.scan.elsewhere(found.projectName ?? ''))
      else {
        await addStep(
          'record',
          { id: order.id, devices: [{ deviceId: found.id, result: 'installed' }] },
          { orderId: order.id, orderCode: order.code, about: found.code },
        )
        setCode('')
        onClose()
      }
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t.notReached)
    }
    setBusy(false)
  }
  const seen = useCallback((label: string) => {
    setCamera(false)
    setCode(label)
  }, [])
  const fail = useCallback(() => {
    setCamera(false)
    setProblem(t.scan.noCamera)
  }, [])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void add(code.trim())
  }
  return (
    <Sheet title={t.scan.add} onClose={onClose}>
      <p>{t.scan.addHint}</p>
      {offline && <Notice tone="fault">{t.scan.offline}</Notice>}
      {camera && <Camera onCode={seen} onFail={fail} />}
      {canScan() ? (
        <Button onClick={() => setCamera(!camera)}>{camera ? t.scan.stop : t.scan.camera}</Button>
      ) : (
        <PhotoCode onCode={seen} />
      )}
      <form noValidate onSubmit={submit}>
        <TextField
          label={t.scan.code}
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={40}
          value={code}
          onText={(text) => {
            setCode(text)
            setProblem(undefined)
          }}
          error={problem}
        />
        <Button type="submit" kind="primary" busy={busy} disabled={offline && t.scan.offline}>
          {t.scan.add}
        </Button>
      </form>
    </Sheet>
  )
}
