export const texts = {
  subjects: {
    recall: '召回',
  },
  fields: {
    inUseCount: '仍在使用',
    closeNote: '结束说明',
    toldAt: '通知时间',
    toldBy: '通知人',
  },
  enums: {
    recallState: {
      open: '召回中',
      closed: '已结束',
    },
  },
  reasons: {
    batchUnknown: '没有该批次的设备',
  },
}
