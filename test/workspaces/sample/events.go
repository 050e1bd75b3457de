package sample

import "encoding/json"

// Event is an order in a shop.
type Event struct {
	Name  string            `json:"name"`
	Price float64           `json:"price"`
	Tags  map[string]string `json:"tags"`
}

// Total adds up the prices of the events in a JSON array.
func Total(data []byte) (float64, error) {
	var events []Event
	if err := json.Unmarshal(data, &events); err != nil {
		return 0, err
	}
	total := 0.0
	for _, event := range events {
		total += event.Price
	}
	return total, nil
}
