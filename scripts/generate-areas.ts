import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { areaList } from '@vant/area-data'
import { englishName, withoutKind } from './area-names.ts'

/** A row of the table of areas. */
interface Area {
  readonly code: string
  readonly parent_code: string | null
  readonly level: number
  readonly name_zh: string
  readonly name_en: string
  readonly sort: number
}

/**
 * ISO 3166-1, without the parts of China that are in its own list of provinces (HK, MO, TW), so that each place is listed once.
 */
const countryCodes =
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA
CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL
GM GN GP GQ GR GS GT GU GW GY HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR
LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK
PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO
TR TT TV TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(/\s+/)

/** English names of the provinces. Those of the areas inside: area-names.ts. */
const provincesInEnglish: Readonly<Record<string, string>> = {
  110000: 'Beijing',
  120000: 'Tianjin',
  130000: 'Hebei',
  140000: 'Shanxi',
  150000: 'Inner Mongolia',
  210000: 'Liaoning',
  220000: 'Jilin',
  230000: 'Heilongjiang',
  310000: 'Shanghai',
  320000: 'Jiangsu',
  330000: 'Zhejiang',
  340000: 'Anhui',
  350000: 'Fujian',
  360000: 'Jiangxi',
  370000: 'Shandong',
  410000: 'Henan',
  420000: 'Hubei',
  430000: 'Hunan',
  440000: 'Guangdong',
  450000: 'Guangxi',
  460000: 'Hainan',
  500000: 'Chongqing',
  510000: 'Sichuan',
  520000: 'Guizhou',
  530000: 'Yunnan',
  540000: 'Tibet',
  610000: 'Shaanxi',
  620000: 'Gansu',
  630000: 'Qinghai',
  640000: 'Ningxia',
  650000: 'Xinjiang',
  710000: 'Taiwan',
  810000: 'Hong Kong',
  820000: 'Macao',
}

const home = 'CN'

const countries = (): Area[] => {
  const zh = new Intl.DisplayNames('zh', { type: 'region' })
  const en = new Intl.DisplayNames('en', { type: 'region' })
  const named = countryCodes.map((code) => ({ code, name_zh: zh.of(code) ?? code, name_en: en.of(code) ?? code }))
  const byName = named.sort(
    (a, b) => Number(b.code === home) - Number(a.code === home) || a.name_en.localeCompare(b.name_en, 'en'),
  )
  return byName.map((country, sort) => ({ ...country, parent_code: null, level: 1, sort }))
}

/** The province and the city in an area's code, without their kinds. */
const above = (code: string): string[] => {
  const names = [areaList.city_list[`${code.slice(0, 4)}00`], areaList.province_list[`${code.slice(0, 2)}0000`]]
  return names.flatMap((name) => (name === undefined ? [] : [name.replace(/(省|自治区)$/, '')].map(withoutKind)))
}

const level = (names: Readonly<Record<string, string>>, depth: number, parentOf: (code: string) => string): Area[] =>
  Object.entries(names).map(([code, name_zh]) => ({
    code,
    parent_code: parentOf(code),
    level: depth,
    name_zh,
    name_en: provincesInEnglish[code] ?? englishName(code, name_zh, above(code)),
    sort: Number(code),
  }))

const areas = (): Area[] => [
  ...countries(),
  ...level(areaList.province_list, 2, () => home),
  ...level(areaList.city_list, 3, (code) => `${code.slice(0, 2)}0000`),
  ...level(areaList.county_list, 4, (code) => `${code.slice(0, 4)}00`),
]

const file = join(import.meta.dirname, '../packages/server/seed/areas.tsv')

/** A line for each area, parents first. Codes are ISO 3166-1 for countries and GB/T 2260 inside China. */
const table = (): string =>
  areas()
    .map(({ code, parent_code, level, name_zh, name_en, sort }) =>
      [code, parent_code ?? '', level, name_zh, name_en, sort].join('\t'),
    )
    .join('\n') + '\n'

/** Whether the seeded areas match the data set. Country names come from Node, so a newer version may change some. */
export const areAreasStale = (): boolean => readFileSync(file, 'utf8') !== table()

if (import.meta.main) writeFileSync(file, table())
