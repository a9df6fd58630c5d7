import { checkRoute, endpoints, type OutputOf, pageAddress, pages } from '@emberwatch/contract'
import { create } from 'zustand'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useRunWrite } from '../../../api/hooks.ts'
import { useCan, useMe, operationsFor } from '../../../session/me.tsx'
import { windowStore } from '../../../storage.ts'
import { confirm } from '../../../kit/confirm.ts'
import { DialogBoundary } from '../../../kit/dialog-boundary.tsx'
import { toast } from '../../../toast.ts'

const { setUp } = endpoints

export type SetUp = OutputOf<typeof setUp.state>
export type Step = SetUp['steps'][number]
export type StepName = Step['step']

/** Live events tick most steps at once; a backup or a phone is reported by none (ms). */
const refetchMs = 5_000

/** How far the installation is set up, while somebody who may see it works on it. Undefined: nothing to show. */
export const useSetUp = (wanted: boolean): SetUp | undefined => {
  const can = useCan()
  const { data } = useCall(
    setUp.state,
    {},
    { quiet: true, enabled: wanted && can('settings:view'), refetchInterval: refetchMs, gcTime: refetchMs },
  )
  return data && !data.hidden ? data : undefined
}

export const isComplete = ({ steps }: SetUp): boolean => steps.every(({ done }) => done)

/** The first step that is not done. */
export const nextStep = ({ steps }: SetUp): Step | undefined => steps.find(({ done }) => !done)

/** The page on which a step is done. The others are dialogs. */
export const hrefOf = ({ step, id, begun }: Step): string | undefined => {
  switch (step) {
    case 'firstSite':
      // Once it is there, it only waits for approval, which takes no page.
      return id === null ? pageAddress('projectList', { create: 1 }) : undefined
    case 'firstGateway':
      return id === null ? pages.gatewayRegister : pageAddress('gatewayDetail', { id })
    case 'testAlarm':
      return id === null ? undefined : pageAddress('alarmDetail', { id })
    case 'whoIsCalled':
      return pages.notifyRuleList
    case 'reachesOutside':
      return pageAddress('operatorPlatformList', { tab: 'providers', create: begun ? undefined : 1 })
    default:
      return undefined
  }
}

/** Whether the user may open the page of a step. */
const useMayOpen = (): ((href: string) => boolean) => {
  const { menus } = useMe()
  return (href) => checkRoute(href.split('?')[0] ?? href, menus).open
}

const key = 'ew.setUp'
/** The step that the user went to from the list, until the way back is not needed any more. */
export const useGuided = create<{ step: StepName | null }>(() => ({ step: windowStore.getItem(key) as StepName | null }))
export const guide = (step: StepName | null): void => {
  if (step === null) windowStore.removeItem(key)
  else windowStore.setItem(key, step)
  useGuided.setState({ step })
}

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
