import { endpoints, type DutyGap, type DutyShift, type DutyTeamDetail, type OutputOf } from '@emberwatch/contract'
import { Select, type FormRule } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { CompanySelect, hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { confirm } from '../../../kit/confirm.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { formatDay } from '../../../kit/time.tsx'
import { viewersZone } from '../../../i18n/viewers-zone.ts'
import { useMe } from '../../../session/me.tsx'
import { GapList } from './duty-gaps.tsx'
import { GroupsField, MembersField } from './people-fields.tsx'
import { ShiftsField } from './shifts-field.tsx'
import './duty.css'

const { dutyTeam } = endpoints
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({ value, label: value }))
const everyDay = [1, 2, 3, 4, 5, 6, 7]

/** A rule for a whole list: `fits` must hold for each of its items. */
const each = <Line,>(fits: (line: Line) => boolean, message: string): FormRule => ({
  validator: (_rule, lines: readonly Line[] = []) => (lines.every(fits) ? Promise.resolve() : Promise.reject(new Error(message))),
})

interface OpenFormProps {
  team: DutyTeamDetail | undefined
  onClose: () => void
}

const OpenForm = ({ team: given, onClose }: OpenFormProps) => {
  const { t } = useTranslation('duty')
  const { user } = useMe()
  // Kept as opened, so that what somebody else saves meanwhile is refused as stale instead of overwritten.
  const [team] = useState(given)
  const [today] = useState(() => formatDay(Date.now()))
  const [known, setKnown] = useState((team?.members ?? []).map(({ id, name }) => ({ value: id, label: name })))
  const shiftsWhole = each<DutyShift>(
    ({ name, starts, ends, weekdays }) => name.trim() !== '' && starts !== '' && ends !== '' && weekdays.length > 0,
    t(($) => $.form.shiftEmpty),
  )
  const groupsWhole = each<number[]>(
    (group) => group.length > 0,
    t(($) => $.form.groupEmpty),
  )
  const fields = [
    'name',
    { name: 'timeZone', control: <Select showSearch={{ optionFilterProp: 'label' }} options={zones} /> },
    {
      name: 'memberIds',
      hint: t(($) => $.form.members),
      control: <MembersField known={known} onKnown={(next) => setKnown([...next])} />,
    },
    { name: 'groups', hint: t(($) => $.form.groups), control: <GroupsField known={known} />, rules: [groupsWhole] },
    { name: 'shifts', hint: t(($) => $.form.shifts), control: <ShiftsField />, rules: [shiftsWhole] },
    { name: 'turnLength', hint: t(($) => $.form.turnHint) },
    'turnUnit',
    { name: 'startsOn' },
    { name: 'aroundTheClock', hint: t(($) => $.form.around) },
    'remark',
  ] as const
  const tell = (zone: string) => (saved: OutputOf<typeof dutyTeam.create>) => {
    const gaps: readonly DutyGap[] = saved.gaps
    if (gaps.length === 0) return
    void confirm({
      title: t(($) => $.gaps.saved),
      content: <GapList gaps={gaps} zone={zone} />,
      ok: t(($) => $.gaps.known),
      cancel: null,
    })
  }
  const shared = { drawer: true, width: 720, onClose } as const
  if (team) {
    const { id, version, name, timeZone, members, groups, shifts, turnLength, turnUnit, startsOn, aroundTheClock, remark } = team
    return (
      <FormDialog
        {...shared}
        endpoint={dutyTeam.update}
        title={t(($) => $.edit)}
        fields={fields}
        initial={{
          name,
          timeZone,
          memberIds: members.map((member) => member.id),
          groups,
          shifts,
          turnLength,
          turnUnit,
          startsOn,
          aroundTheClock,
          remark,
        }}
        hidden={{ id, version }}
        onSaved={(saved, input) => tell(input.timeZone)(saved)}
      />
    )
  }
  const shift = (name: string, starts: string, ends: string, first: number): DutyShift => ({
    name,
    starts,
    ends,
    weekdays: everyDay,
    first,
    turns: true,
  })
  return (
    <FormDialog
      {...shared}
      endpoint={dutyTeam.create}
      title={t(($) => $.create)}
      fields={
        hasCompaniesBelow(user.accountType)
          ? [{ name: 'companyId', control: <CompanySelect />, hint: t(($) => $.form.company) }, ...fields]
          : fields
      }
      initial={{
        timeZone: viewersZone,
        groups: [[], []],
        shifts: [
          shift(
            t(($) => $.form.day),
            '08:00',
            '20:00',
            0,
          ),
          shift(
            t(($) => $.form.night),
            '20:00',
            '08:00',
            1,
          ),
        ],
        turnLength: 1,
        turnUnit: 'week',
        startsOn: today,
        aroundTheClock: true,
      }}
      onSaved={(saved, input) => tell(input.timeZone)(saved)}
    />
  )
}

/** Creates a duty team, or edits one. If the saved roster has gaps, they are shown. */
export default function DutyTeamForm({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const detail = useCall(dutyTeam.detail, { id: id ?? 0 }, { enabled: id !== undefined })
  if (id === undefined) return <OpenForm team={undefined} onClose={onClose} />
  return detail.data ? <OpenForm team={detail.data} onClose={onClose} /> : null
}
