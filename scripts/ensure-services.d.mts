export interface ServiceUrls {
  readonly CHANCERY_TEST_DATABASE_URL: string;
  readonly CHANCERY_TEST_AMQP_URL: string;
}

export declare const serviceUrls: () => ServiceUrls;
