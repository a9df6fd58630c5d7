import { clausesIn, type OrderDetail } from '@emberwatch/contract'
import { useState } from 'react'
import { answersOf, problemsOf, type CheckDrafts, CheckFields, openChecks } from './check-fields.tsx'
import { language, t } from './texts.ts'
import { addStep } from './offline-queue.ts'
import { Button, Notice, Sheet } from './ui.tsx'
import { useDraft } from './use-draft.ts'

/** The questions about the order as a whole. Those about a device are with its result. */
export const Checklist = ({ order, mayRecord, onClose }: { order: OrderDetail; mayRecord: boolean; onClose: () => void }) => {
  const draft = useDraft(`${order.id}/checklist`, { checks: {} as CheckDrafts })
  const [tried, setTried] = useState(false)
  const problems = problemsOf(order, draft.value.checks)
  const openByDevice = Map.groupBy(openChecks(order), ({ deviceId }) => deviceId)
  const save = async () => {
    setTried(true)
    if (Object.keys(problems).length > 0) return
    const checks = answersOf(order, draft.value.checks, null)
    if (checks.length > 0)
      await addStep(
        'record',
        { id: order.id, devices: [], checks },
        { orderId: order.id, orderCode: order.code, about: t.order.checklist },
      )
    await draft.clear()
    onClose()
  }
  if (!draft.ready) return null
  return (
    <Sheet title={t.order.checklist} onClose={onClose}>
      {[...openByDevice].map(([deviceId, items]) => {
        const device = order.devices.find(({ id }) => id === deviceId)
        const names = items.map(({ item }) => order.checklist[item]?.[language === 'zh' ? 'textZh' : 'textEn'] ?? '')
        return (
          <Notice key={deviceId ?? 0} tone="fault">
            {device ? `${[device.roomNumber, device.code].filter(Boolean).join(' · ')}: ` : ''}
            {clausesIn(language, names)}
          </Notice>
        )
      })}
      <fieldset disabled={!mayRecord} className="m-plain-set">
        <CheckFields
          order={order}
          deviceId={null}
          drafts={draft.value.checks}
          problems={tried ? problems : {}}
          onChange={(checks) => draft.set({ checks })}
        />
      </fieldset>
      {mayRecord && (
        <Button kind="primary" onClick={() => void save()}>
          {t.save}
        </Button>
      )}
    </Sheet>
  )
}
