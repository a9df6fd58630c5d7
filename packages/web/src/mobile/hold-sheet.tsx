import type { OrderDetail } from '@emberwatch/contract'
import { useState } from 'react'
import { addStep } from './offline-queue.ts'
import { t } from './texts.ts'
import { AreaField, Button, Sheet, TextField } from './ui.tsx'
import { useDraft } from './use-draft.ts'

/** Puts an order on hold, with a reason and an end; without an end, until somebody resumes it. */
export const HoldSheet = ({ order, onClose }: { order: OrderDetail; onClose: () => void }) => {
  const { value, set, clear } = useDraft(`${order.id}/hold`, { reason: '', until: '' })
  const [tried, setTried] = useState(false)
  const reason = value.reason.trim()
  const until = value.until === '' ? null : new Date(value.until)
  const [isPast, setIsPast] = useState(false)
  const submit = async () => {
    setTried(true)
    const past = until !== null && !(until.getTime() > Date.now())
    setIsPast(past)
    if (reason === '' || past) return
    const about = { orderId: order.id, orderCode: order.code }
    await addStep('hold', { id: order.id, reason, ...(until === null ? {} : { until: until.toISOString() }) }, about)
    await clear()
    onClose()
  }
  return (
    <Sheet title={t.order.holdTitle} onClose={onClose}>
      <AreaField
        label={t.order.reason}
        maxLength={500}
        value={value.reason}
        onText={(text) => set({ reason: text })}
        error={tried && reason === '' ? t.sign.needReason : undefined}
      />
      <TextField
        label={t.optional(t.order.holdUntil)}
        hint={t.order.holdHint}
        type="datetime-local"
        value={value.until}
        onText={(text) => {
          setIsPast(false)
          set({ until: text })
        }}
        error={tried && isPast ? t.order.holdPast : undefined}
      />
      <Button kind="primary" onClick={() => void submit()}>
        {t.order.hold}
      </Button>
    </Sheet>
  )
}
