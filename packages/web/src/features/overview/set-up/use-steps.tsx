import { endpoints } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import { confirm } from '../../../kit/confirm.ts'
import { DialogBoundary } from '../../../kit/dialog-boundary.tsx'
import { operationsFor, useCan } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'
import { guide, hrefOf, useMayOpen, type SetUp, type Step, type StepName } from './set-up.ts'

const NameAndZoneForm = lazy(() => import('./name-and-zone.form.tsx'))
const BackupForm = lazy(() => import('./backup.form.tsx'))
const SendTestAlarm = lazy(() => import('../../notify/alarm-test/send-test-alarm.tsx'))
const PhonePage = lazy(() => import('../../../shell/phone-page.tsx'))

const { companyConfig, alarmTest, projectUnionApply, setUp: calls } = endpoints

/** A test alarm comes from the most exact place that there is. */
const placeOf = ({ deviceId, gatewayId, projectId }: SetUp) =>
  projectId === null
    ? undefined
    : { at: deviceId !== null ? { deviceId } : gatewayId !== null ? { gatewayId } : { projectId }, projectId }

/** The dialogs of the steps that need no page of their own, and the permission for what they save. */
const dialogs: Partial<
  Record<StepName, { op: ReturnType<typeof operationsFor>['op']; render: (state: SetUp, onClose: () => void) => ReactNode }>
> = {
  nameAndZone: { op: operationsFor(companyConfig.update).op, render: (_state, onClose) => <NameAndZoneForm onClose={onClose} /> },
  testAlarm: {
    op: operationsFor(alarmTest.raise).op,
    render: (state, onClose) => {
      const place = placeOf(state)
      return place && <SendTestAlarm place={place} onClose={onClose} />
    },
  },
  phone: { op: undefined, render: (_state, onClose) => <PhonePage onClose={onClose} /> },
  backup: { op: operationsFor(calls.confirmBackup).op, render: (_state, onClose) => <BackupForm onClose={onClose} /> },
}

interface StepsWork {
  /** Leads to where a step is done. */
  begin: (step: Step) => Promise<void>
  /** Why that is not possible now. `true`: the user may not do it. */
  offOf: (step: Step) => string | true | undefined
  labelOf: (step: Step) => string
  dialog: ReactNode
}

/** What the button of a step does, the same in the list and on the way through the pages. */
export const useSteps = (state: SetUp | undefined): StepsWork => {
  const { t } = useTranslation('set-up')
  const can = useCan()
  const mayOpen = useMayOpen()
  const navigate = useNavigate()
  const [open, setOpen] = useState<StepName>()
  const run = useRunWrite()
  const close = () => setOpen(undefined)
  const approve = async (id: number) => {
    const words = t(($) => $.approve, { returnObjects: true })
    if (!(await confirm({ title: words.title, content: words.text, ok: words.ok }))) return
    await run(projectUnionApply.agree, { id })
    toast.success(words.done)
  }
  return {
    begin: async (step) => {
      if (step.step === 'firstSite' && step.id !== null) return approve(step.id)
      const href = hrefOf(step)
      if (href === undefined) return setOpen(step.step)
      guide(step.step)
      await navigate({ href })
    },
    offOf: (step) => {
      const href = hrefOf(step)
      if (href !== undefined) return mayOpen(href) ? undefined : true
      const op = step.step === 'firstSite' ? operationsFor(projectUnionApply.agree).op : dialogs[step.step]?.op
      if (op !== undefined && !can(op)) return true
      return step.step === 'testAlarm' && state?.projectId === null ? t(($) => $.siteFirst) : undefined
    },
    labelOf: ({ step, begun }) => (begun ? t(($) => $.begunActions[step]) : t(($) => $.actions[step])),
    dialog: open && state && (
      <DialogBoundary onFailed={close}>
        <Suspense>{dialogs[open]?.render(state, close)}</Suspense>
      </DialogBoundary>
    ),
  }
}
