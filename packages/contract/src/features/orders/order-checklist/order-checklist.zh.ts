export const texts = {
  menus: { 'order.checklist': '工单检查表' },
  subjects: { orderChecklist: '工单检查表' },
  fields: {
    items: '检查项',
    itemCount: '检查项数',
    textZh: '中文内容',
    textEn: '英文内容',
    answer: '填写方式',
    low: '下限',
    high: '上限',
    perDevice: '逐台填写',
    photo: '须拍照',
  },
  enums: {
    checkAnswer: { yesNo: '是 / 否', value: '数值', text: '文字', photo: '照片' },
  },
}
