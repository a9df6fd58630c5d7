import { endpoints, type FaultRow, type OutputOf, pageHref, type RepairGroup } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { listed } from '../../../i18n/i18n.ts'
import { useCall } from '../../../api/hooks.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { confirm, useQuestion } from '../../../kit/confirm.ts'
import { toast } from '../../../toast.ts'
import { useCan } from '../../../session/me.tsx'
import './fault.css'

const { faultRepair, orderCommon } = endpoints

interface RepairProps {
  rows: readonly FaultRow[]
  /** Removes them from the selection. */
  clear: () => void
  onClose: () => void
}

type Results = OutputOf<typeof faultRepair.repair>

const nameIn = ({ typeNameZh, typeNameEn }: RepairGroup['faults'][number]) =>
  currentLanguage() === 'zh' ? typeNameZh : typeNameEn

const lineOf = (one: RepairGroup['faults'][number]): string =>
  listed([`${one.code} ${nameIn(one)}`, one.deviceCode ?? one.gatewayCode, one.roomNumber])

/** A user who opens one of the orders has read the list, so it is closed. */
const leave = () => useQuestion.getState().current?.answer(true)

/** The orders created, each with its faults, and the reasons why others have none. */
const Made = ({ results, codes }: { results: Results; codes: ReadonlyMap<number, string> }) => {
  const { t } = useTranslation('fault')
  const can = useCan()
  return (
    <ul className="ew-each">
      {results
        .toSorted((a, b) => Number(a.orderId !== null) - Number(b.orderId !== null))
        .map(({ id, orderId, orderCode, msg }) => (
          <li key={id} data-failed={orderId === null}>
            <span>{codes.get(id) ?? id}</span>{' '}
            {orderId === null ? (
              <span>✕ {msg}</span>
            ) : (
              <span>
                ✓{' '}
                {can('repairOrder:view') ? (
                  <a href={pageHref('repairOrderDetail', { id: orderId })} onClick={leave}>
                    {orderCode}
                  </a>
                ) : (
                  orderCode
                )}
              </span>
            )}
          </li>
        ))}
      {results.length === 0 && <li>{t(($) => $.repair.none)}</li>}
    </ul>
  )
}

/** Preview before anything is created: one order for each project. */
const Plan = ({ groups, refused }: OutputOf<typeof faultRepair.infoForRepair>) => {
  const { t } = useTranslation('fault')
  return (
    <>
      {groups.length > 1 && (
        <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.repair.several, { count: groups.length })} />
      )}
      {groups.map(({ projectId, projectName, approved, faults, devices }) => (
        <section key={projectId} className="ew-fault-group">
          <strong>{projectName}</strong>
          <div className="ew-muted">
            {t(($) => $.repair.covers, { faults: faults.length, devices: devices.length })}
            {devices.length === 0 && ` ${t(($) => $.repair.gatewayOnly)}`}
          </div>
          <ul>
            {faults.map((one) => (
              <li key={one.id}>{lineOf(one)}</li>
            ))}
          </ul>
          {!approved && <Alert type="warning" showIcon title={t(($) => $.repair.notApproved)} />}
        </section>
      ))}
      {refused.length > 0 && (
        <Alert
          className="ew-form-alert"
          type="warning"
          showIcon
          title={t(($) => $.repair.refused, { count: refused.length })}
          description={
            <ul className="ew-fault-refused">
              {refused.map(({ id, code, msg }) => (
                <li key={id}>
                  {code}: {msg}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </>
  )
}

/** Creates repair orders from faults: one for each project. */
export default function RepairFaults({ rows, clear, onClose }: RepairProps) {
  const { t } = useTranslation('fault')
  const ids = rows.map(({ id }) => id)
  const info = useCall(faultRepair.infoForRepair, { ids }, { staleTime: 0 }).data
  // The form is prefilled with what the preview found.
  if (!info) return null
  const { groups } = info
  const [first] = groups
  const codes = new Map(rows.map(({ id, code }) => [id, code]))
  const lines = first?.faults.map(lineOf) ?? []
  const description = groups.length === 1 ? lines.join('\n').slice(0, 1_000) : t(($) => $.repair.description)
  const show = (results: Results) => {
    clear()
    const orders = new Set(results.flatMap(({ orderCode }) => orderCode ?? []))
    if (rows.length === 1 && orders.size === 1) return toast.success(t(($) => $.repair.done, { code: listed([...orders]) }))
    void confirm({
      title: t(($) => $.repair.made, { count: orders.size }),
      content: <Made results={results} codes={codes} />,
      cancel: null,
    })
  }
  return (
    <FormDialog
      drawer
      width={640}
      endpoint={faultRepair.repair}
      title={t(($) => $.repair.title, { count: rows.length })}
      ok={t(($) => $.repair.action)}
      saved={null}
      hidden={{ ids }}
      initial={{ priority: 'normal', description }}
      fields={[
        'priority',
        'description',
        'dueAt',
        ...(first && groups.length === 1
          ? [{ name: 'engineerIds' as const, source: orderCommon.engineer, sourceInput: { projectId: first.projectId } }]
          : []),
      ]}
      onSaved={show}
      onClose={onClose}
    >
      <Plan {...info} />
    </FormDialog>
  )
}
