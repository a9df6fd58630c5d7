import type { texts as zh } from './order-checklist.zh.ts'

export const texts: typeof zh = {
  menus: { 'order.checklist': 'Order checklists' },
  subjects: { orderChecklist: 'Order checklist' },
  fields: {
    items: 'Items',
    itemCount: 'Items',
    textZh: 'Text in Chinese',
    textEn: 'Text in English',
    answer: 'Answer',
    low: 'Lower limit',
    high: 'Upper limit',
    perDevice: 'For each device',
    photo: 'Photo required',
  },
  enums: {
    checkAnswer: { yesNo: 'Yes / no', value: 'Value', text: 'Text', photo: 'Photo' },
  },
}
