import type { ChosenSettings, EffectiveSettings } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'

interface SettingField {
  readonly name: keyof ChosenSettings
  readonly hint: string
}

/** The settings as the form groups them, each with its hint and its default. */
export const useSettingGroups = (defaults: EffectiveSettings) => {
  const { t } = useTranslation('settings')
  const words = t(($) => $.hints, { returnObjects: true })
  const labels = t(($) => $.groups, { returnObjects: true })
  const field = (name: keyof EffectiveSettings, hint?: string): SettingField => {
    const given = defaults[name]
    if (typeof given !== 'number') return { name, hint: hint ?? '' }
    const value = given === 0 ? t(($) => $.none) : String(given)
    const byDefault = t(($) => $.defaultIs, { value })
    return { name, hint: hint === undefined ? byDefault : `${hint} · ${byDefault}` }
  }
  return [
    {
      key: 'retention',
      label: labels.retention,
      note: t(($) => $.kept),
      fields: [
        field('apiLogMonths', words.logs),
        field('mqttLogMonths', words.logs),
        field('loginLogMonths', words.logs),
        field('deviceValueMonths', words.values),
        field('commandMonths', words.logs),
      ],
    },
    {
      key: 'files',
      label: labels.files,
      note: undefined,
      fields: [field('exportDays'), field('defaultStorageMb', words.storage)],
    },
    {
      key: 'password',
      label: labels.password,
      note: undefined,
      fields: [
        field('passwordMin'),
        field('passwordKinds', words.kinds),
        field('passwordAgeDays', words.age),
        field('passwordReuse', words.reuse),
      ],
    },
    {
      key: 'sign',
      label: labels.sign,
      note: undefined,
      fields: [
        field('sessionHours', words.hours),
        field('sessionDays', words.days),
        field('wrongPasswords', words.lock),
        field('lockOutMinutes'),
      ],
    },
    {
      key: 'orders',
      label: labels.orders,
      note: undefined,
      fields: [field('certificateKinds', words.certificates)],
    },
    {
      key: 'map',
      label: labels.map,
      note: words.map,
      fields: (['mapProvider', 'mapKey', 'mapSecurityCode'] as const).map((name): SettingField => ({ name, hint: '' })),
    },
  ]
}
