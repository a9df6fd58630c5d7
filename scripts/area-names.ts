import { customPinyin, pinyin } from 'pinyin-pro'

/**
 * English names of cities, districts and counties: pinyin by the rules for place names (GB/T 16159: apostrophe before a, e, o),
 * the kind of area in English, and established names with another spelling.
 */

/** Readings used only in place names, by character or by name. */
customPinyin({
  都: 'dū',
  什: 'shí',
  乐清: 'yuè qīng',
  乐亭: 'lào tíng',
  乐陵: 'lào líng',
  六合: 'lù hé',
  单县: 'shàn xiàn',
  召陵: 'shào líng',
  莞城: 'guǎn chéng',
  塘厦: 'táng xià',
  大埔: 'dà bù',
  大城: 'dài chéng',
  宕昌: 'tàn chāng',
  尉犁: 'yù lí',
  曾都: 'zēng dū',
  歙县: 'shè xiàn',
  泌阳: 'bì yáng',
  洪洞: 'hóng tóng',
  浚县: 'xùn xiàn',
  涡阳: 'guō yáng',
  珲春: 'hún chūn',
  穆棱: 'mù líng',
  繁峙: 'fán shì',
  蔚县: 'yù xiàn',
  黄陂: 'huáng pí',
})

const table = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split(/[|\n]/).map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const),
  )

/** Names that are not written in pinyin, without the kind of area. */
const known =
  table(`呼和浩特 Hohhot|包头 Baotou|鄂尔多斯 Ordos|呼伦贝尔 Hulunbuir|巴彦淖尔 Bayannur|乌兰察布 Ulanqab|锡林郭勒 Xilingol|锡林浩特 Xilinhot
内蒙古 Inner Mongolia|科尔沁 Horqin|阿拉善 Alxa|兴安盟 Hinggan League|哈尔滨 Harbin|齐齐哈尔 Qiqihar|大兴安岭 Greater Khingan|乌鲁木齐 Urumqi|克拉玛依 Karamay
吐鲁番 Turpan|哈密 Hami|博尔塔拉 Bortala|巴音郭楞 Bayingolin|克孜勒苏 Kizilsu|阿克苏 Aksu|喀什 Kashgar|和田 Hotan|伊犁 Ili|阿勒泰 Altay|库尔勒 Korla
阿图什 Artux|拉萨 Lhasa|日喀则 Shigatse|昌都 Qamdo|林芝 Nyingchi|那曲 Nagqu|阿里 Ngari|甘孜 Garze|果洛 Golog|德令哈 Delingha|格尔木 Golmud
台北 Taipei|新北 New Taipei|桃园 Taoyuan|台中 Taichung|台南 Tainan|高雄 Kaohsiung|基隆 Keelung|新竹 Hsinchu|嘉义 Chiayi|苗栗 Miaoli|彰化 Changhua
南投 Nantou|云林 Yunlin|屏东 Pingtung|宜兰 Yilan|花莲 Hualien|台东 Taitung|澎湖 Penghu|金门 Kinmen|连江 Lienchiang
香港岛 Hong Kong Island|九龙 Kowloon|新界 New Territories|离岛 Islands|澳门半岛 Macao Peninsula
省直辖县 Directly administered|自治区直辖县级行政区划 Directly administered|县 Counties`)

/** Districts of Hong Kong whose Chinese names also occur elsewhere. */
const inHongKong =
  table(`中西区 Central and Western District|湾仔区 Wan Chai District|东区 Eastern District|南区 Southern District
油尖旺区 Yau Tsim Mong District|深水埗区 Sham Shui Po District|九龙城区 Kowloon City District|黄大仙区 Wong Tai Sin District|观塘区 Kwun Tong District
北区 North District|大埔区 Tai Po District|沙田区 Sha Tin District|西贡区 Sai Kung District|元朗区 Yuen Long District|屯门区 Tuen Mun District
荃湾区 Tsuen Wan District|葵青区 Kwai Tsing District|离岛区 Islands District`)

const peoples =
  table(`蒙古族 Mongol|蒙古 Mongol|回族 Hui|藏族 Tibetan|苗族 Miao|彝族 Yi|壮族 Zhuang|布依族 Bouyei|朝鲜族 Korean|满族 Manchu|侗族 Dong
瑶族 Yao|白族 Bai|土家族 Tujia|哈尼族 Hani|哈萨克族 Kazakh|哈萨克 Kazakh|傣族 Dai|黎族 Li|傈僳族 Lisu|佤族 Va|畲族 She|拉祜族 Lahu|水族 Sui
东乡族 Dongxiang|纳西族 Naxi|景颇族 Jingpo|柯尔克孜 Kirgiz|土族 Tu|达斡尔族 Daur|达斡尔 Daur|仫佬族 Mulao|羌族 Qiang|布朗族 Blang|撒拉族 Salar
毛南族 Maonan|仡佬族 Gelao|锡伯 Xibe|塔吉克 Tajik|怒族 Nu|鄂温克族 Ewenki|保安族 Bonan|裕固族 Yugur|独龙族 Derung|鄂伦春 Oroqen|普米族 Pumi
各族 Multi-ethnic`)

/** Kinds of areas, longest endings first. Cities have no kind in English. */
const kinds: readonly (readonly [ending: string, english: string])[] = [
  ['高新技术产业开发区', 'High-tech Zone'],
  ['高新技术产业园区', 'High-tech Park'],
  ['高新技术开发区', 'High-tech Zone'],
  ['高新区', 'High-tech Zone'],
  ['经济技术开发区', 'Economic and Technological Development Zone'],
  ['经济开发区', 'Economic Development Zone'],
  ['开发区', 'Development Zone'],
  ['工业园区', 'Industrial Park'],
  ['产业园区', 'Industrial Park'],
  ['示范区', 'Demonstration Zone'],
  ['管理区', 'Administrative Zone'],
  ['风景名胜区', 'Scenic Area'],
  ['行政委员会', 'Administrative Committee'],
  ['管委会', 'Administrative Committee'],
  ['街道办事处', 'Subdistrict'],
  ['街道', 'Subdistrict'],
  ['自治州', 'Autonomous Prefecture'],
  ['自治县', 'Autonomous County'],
  ['自治旗', 'Autonomous Banner'],
  ['联合旗', 'United Banner'],
  ['左翼前旗', 'Left Front Banner'],
  ['左翼中旗', 'Left Middle Banner'],
  ['左翼后旗', 'Left Rear Banner'],
  ['右翼前旗', 'Right Front Banner'],
  ['右翼中旗', 'Right Middle Banner'],
  ['右翼后旗', 'Right Rear Banner'],
  ['左旗', 'Left Banner'],
  ['右旗', 'Right Banner'],
  ['前旗', 'Front Banner'],
  ['中旗', 'Middle Banner'],
  ['后旗', 'Rear Banner'],
  ['神农架林区', 'Shennongjia Forestry District'],
  ['六枝特区', 'Liuzhi Special District'],
  ['清新区', 'Qingxin District'],
  ['新区', 'New Area'],
  ['矿区', 'Mining District'],
  ['地区', 'Prefecture'],
  ['盟', 'League'],
  ['旗', 'Banner'],
  ['镇', 'Town'],
  ['乡', 'Township'],
  ['区', 'District'],
  ['县', 'County'],
  ['市', ''],
]

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Spells a name as one word of pinyin: 西安 becomes Xi'an. */
const word = (name: string): string => {
  const syllables = pinyin(name, { toneType: 'none', type: 'array' })
  return capital(syllables.map((syllable, i) => (i > 0 && /^[aeo]/.test(syllable) ? `'${syllable}` : syllable)).join(''))
}

/** The kind of area that a name ends with. */
const kindOf = (name: string): readonly [ending: string, english: string] =>
  kinds.find(([ending]) => name.endsWith(ending)) ?? ['', '']

/** A name without the kind of area that it ends with. */
export const withoutKind = (name: string): string => {
  const [ending] = kindOf(name)
  return ending === name ? name : name.slice(0, name.length - ending.length)
}

/** Splits the name of an autonomous area into the peoples it is named after and the name before them. */
const withoutPeoples = (name: string): { name: string; peoples: string[] } => {
  const found = Object.keys(peoples).find((people) => name.endsWith(people))
  if (found === undefined) return { name, peoples: [] }
  const rest = withoutPeoples(name.slice(0, -found.length))
  return { name: rest.name, peoples: [...rest.peoples, peoples[found] ?? ''] }
}

const named = (name: string, above: readonly string[]): string => {
  if (name === '') return ''
  if (known[name]) return known[name]
  const city = above.find((each) => name !== each && name.startsWith(each))
  return city === undefined ? word(name) : `${named(city, [])} ${named(name.slice(city.length).replace(/^市/, ''), above)}`.trim()
}

/**
 * The English name of an area of China.
 * @param code GB/T 2260, as in the data set
 * @param above names, without their kind, of the province and city that it lies in; the name of a zone may begin with them
 */
export const englishName = (code: string, name: string, above: readonly string[] = []): string => {
  const whole = (code.startsWith('81') ? inHongKong[name] : undefined) ?? known[name]
  if (whole !== undefined) return whole
  const [ending, kind] = kindOf(name)
  // A zone without a name of its own, or one whose name ends like a kind of area.
  if (ending === name) return kind
  const stem = withoutKind(name)
  // A name of one character needs its kind to be unambiguous: Yuxian County.
  if (stem.length === 1) return `${word(name)} ${kind}`.trim()
  if (!ending.startsWith('自治')) return `${named(stem, above)} ${kind}`.trim()
  const { name: place, peoples: held } = withoutPeoples(stem)
  const last = held.at(-1)
  const list = held.length < 2 ? (last ?? '') : `${held.slice(0, -1).join(', ')} and ${last}`
  return [named(place, []), list, kind].filter((part) => part !== '').join(' ')
}
