import { orderKindFacts, orderPhotos, reusedParts, type EnumValue, type OrderDetail } from '@emberwatch/contract'
import { useState } from 'react'
import type { StepInput } from './calls.ts'
import { openChecks } from './check-fields.tsx'
import { label } from './enum-labels.ts'
import { PartsField, type PartDraft } from './parts-field.tsx'
import { PhotoField } from './photo-field.tsx'
import { addStep } from './offline-queue.ts'
import { SignatureField } from './signature-field.tsx'
import { t } from './texts.ts'
import { AreaField, Button, Choice, Notice, Sheet, showProblem, TextField } from './ui.tsx'
import { forgetDrafts, useDraft } from './use-draft.ts'

type CompleteType = EnumValue<'completeType'>

interface CompleteDraft {
  completeType: CompleteType | null
  note: string
  photos: readonly string[]
  cause: string
  action: string
  retest: EnumValue<'retestResult'> | null
  /** A draft of an older version does not have it. */
  notice?: EnumValue<'yesNo'> | null
  labour: string
  parts: readonly PartDraft[]
  acceptedBy: string
  acceptedSignature: string | null
}

/** For work that was sent back: the values of the earlier completion. The acceptance on site has to be given again. */
const saidBefore = (order: OrderDetail): CompleteDraft => ({
  completeType: order.completeType,
  note: order.completeNote ?? '',
  photos: order.completePhotos,
  cause: order.faultCause ?? '',
  action: order.repairAction ?? '',
  retest: order.retest,
  notice: order.impairmentNotice,
  labour: order.labourMinutes?.toString() ?? '',
  parts: reusedParts(order.parts).map(({ name, quantity, newCode = '' }) => ({
    name,
    quantity: String(quantity),
    deviceId: null,
    newCode,
  })),
  acceptedBy: '',
  acceptedSignature: null,
})

const notices = ['Y', 'N'] as const
const retests = ['passed', 'failed', 'notTested'] as const

const inputOf = (order: OrderDetail, draft: CompleteDraft, completeType: CompleteType): StepInput<'complete'> => {
  const input: StepInput<'complete'> = { id: order.id, completeType, note: draft.note.trim(), devices: [] }
  if (draft.photos.length > 0) input.photos = [...draft.photos]
  if (draft.labour.trim() !== '') input.labourMinutes = Number(draft.labour)
  if (draft.parts.length > 0)
    input.parts = draft.parts.map(({ name, quantity, deviceId, newCode }) => ({
      name: name.trim(),
      quantity: Number(quantity),
      ...(deviceId === null ? {} : { deviceId }),
      ...(newCode.trim() === '' ? {} : { newCode: newCode.trim() }),
    }))
  if (draft.acceptedBy.trim() !== '') input.acceptedBy = draft.acceptedBy.trim()
  if (draft.acceptedSignature !== null) input.acceptedSignature = draft.acceptedSignature
  if (order.kind !== 'repair') return input
  if (draft.cause.trim() !== '') input.faultCause = draft.cause.trim()
  if (draft.action.trim() !== '') input.repairAction = draft.action.trim()
  if (draft.retest !== null) input.retest = draft.retest
  if (draft.notice) input.impairmentNotice = draft.notice
  return input
}

const partProblem = ({ name, quantity, deviceId, newCode }: PartDraft): string | undefined => {
  const count = Number(quantity)
  if (name.trim() === '' || !Number.isInteger(count) || count < 1) return t.complete.needPart
  return deviceId !== null && newCode.trim() === '' ? t.complete.needNewCode : undefined
}

interface CompleteSheetProps {
  order: OrderDetail
  onClose: () => void
  onChecklist: () => void
}

/** Completes the work. Anything that the server would refuse is reported before sending. */
export const CompleteSheet = ({ order, onClose, onChecklist }: CompleteSheetProps) => {
  const draft = useDraft<CompleteDraft>(`${order.id}/complete`, saidBefore(order))
  const [tried, setTried] = useState(false)
  const { value, set } = draft
  const without = order.devices.filter(({ result }) => result === null).length
  // If the work was not possible, nothing else is required, as on the server.
  const isPossible = value.completeType !== 'notPossible'
  const checks = isPossible ? openChecks(order).length : 0
  const isEmpty = isPossible && order.kind === 'install' && order.devices.length === 0
  // It completes the record of the alarm (GB 25201).
  const ofAlarm = isPossible && order.kind === 'repair' && order.alarmId !== null
  const needsCause = ofAlarm && value.cause.trim() === ''
  const needsRetest = ofAlarm && value.retest === null
  const needsName = value.acceptedSignature !== null && value.acceptedBy.trim() === ''
  const labourWrong = value.labour.trim() !== '' && !/^\d{1,6}$/.test(value.labour.trim())
  const isComplete =
    without === 0 &&
    checks === 0 &&
    !isEmpty &&
    !needsCause &&
    !needsRetest &&
    value.completeType !== null &&
    value.note.trim() !== '' &&
    !labourWrong &&
    !needsName &&
    value.parts.every((part) => partProblem(part) === undefined)

  const submit = async () => {
    setTried(true)
    if (!isComplete || value.completeType === null) return showProblem()
    await addStep('complete', inputOf(order, value, value.completeType), { orderId: order.id, orderCode: order.code })
    await forgetDrafts(order.id)
    onClose()
  }

  if (!draft.ready) return null
  return (
    <Sheet title={t.complete.title} onClose={onClose}>
      {without > 0 && (
        <Notice tone="fault">
          {t.complete.missing(without)} <Button onClick={onClose}>{t.complete.goTo}</Button>
        </Notice>
      )}
      {isEmpty && (
        <Notice tone="fault">
          {t.complete.noDevices} <Button onClick={onClose}>{t.complete.goTo}</Button>
        </Notice>
      )}
      {checks > 0 && (
        <Notice tone="fault">
          {t.complete.missingChecks(checks)} <Button onClick={onChecklist}>{t.complete.goTo}</Button>
        </Notice>
      )}
      <Choice
        label={t.complete.type}
        options={orderKindFacts[order.kind].completeTypes.map((type) => ({ value: type, label: label('completeType', type) }))}
        value={value.completeType}
        onChoose={(completeType) => set({ completeType })}
        error={tried && value.completeType === null ? t.complete.needType : undefined}
      />
      <AreaField
        label={t.complete.note}
        maxLength={1_000}
        value={value.note}
        onText={(note) => set({ note })}
        error={tried && value.note.trim() === '' ? t.complete.needNote : undefined}
      />
      <PhotoField label={t.complete.photos} photos={value.photos} most={orderPhotos} onChange={(photos) => set({ photos })} />
      {order.kind === 'repair' && (
        <>
          <TextField
            label={ofAlarm ? t.complete.cause : t.optional(t.complete.cause)}
            maxLength={300}
            value={value.cause}
            onText={(cause) => set({ cause })}
            error={tried && needsCause ? t.complete.needCause : undefined}
          />
          <AreaField
            label={t.optional(t.complete.action)}
            rows={2}
            maxLength={500}
            value={value.action}
            onText={(action) => set({ action })}
          />
          <Choice
            label={ofAlarm ? t.complete.retest : t.optional(t.complete.retest)}
            options={retests.map((result) => ({ value: result, label: label('retestResult', result) }))}
            value={value.retest}
            onChoose={(retest) => set({ retest })}
            error={tried && needsRetest ? t.complete.needRetest : undefined}
          />
          <Choice
            label={t.optional(t.complete.impairmentNotice)}
            options={notices.map((notified) => ({ value: notified, label: label('yesNo', notified) }))}
            value={value.notice ?? null}
            onChoose={(notice) => set({ notice })}
          />
        </>
      )}
      <PartsField
        devices={order.devices}
        parts={value.parts}
        problems={tried ? value.parts.map(partProblem) : []}
        onChange={(parts) => set({ parts })}
      />
      <TextField
        label={t.optional(t.complete.labour)}
        inputMode="numeric"
        maxLength={6}
        value={value.labour}
        onText={(labour) => set({ labour })}
        error={labourWrong ? t.check.number : undefined}
      />
      <TextField
        label={t.optional(t.signature.by)}
        autoComplete="off"
        maxLength={60}
        value={value.acceptedBy}
        onText={(acceptedBy) => set({ acceptedBy })}
        error={tried && needsName ? t.signature.needName : undefined}
      />
      <SignatureField
        label={t.optional(t.signature.label)}
        signature={value.acceptedSignature}
        onChange={(acceptedSignature) => set({ acceptedSignature })}
      />
      <Button kind="primary" onClick={() => void submit()}>
        {t.order.complete}
      </Button>
    </Sheet>
  )
}
